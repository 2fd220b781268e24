import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listCrewSessions, showCrewOptions, showCrewSession, showHandsOn } from '../contract.ts'

export type SessionShown = Wire<typeof showCrewSession>['data']
export type MemberShown = SessionShown['roster'][number]

export const crewQueries = (api: Api) => ({
  sessions: (cursor?: string) => api.query(listCrewSessions, { query: cursor ? { cursor } : {} }),
  one: (id: number) => api.query(showCrewSession, { params: { id } }),
  options: () => api.query(showCrewOptions),
  handsOn: (enrollmentId: number) => api.query(showHandsOn, { params: { id: enrollmentId } }),
})
