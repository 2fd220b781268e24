import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listProctoring } from '../contract.ts'

type Shown = Wire<typeof listProctoring>['data']
export type WaitingShown = Shown['waiting'][number]
export type OpeningShown = Shown['openings'][number]

export const proctoringQueries = (api: Api) => ({ now: () => api.query(listProctoring) })
