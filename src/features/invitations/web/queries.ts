import type { Api } from '#kernel/client.ts'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { listInvites, showInvite, showManagerSettings } from '../contract.ts'

export const INVITES_SPEC: ListSpec = { filters: ['status'] }

/** The reads of invitations; loaders and components use the same. */
export const invitationQueries = (api: Api) => ({
  list: (query: Record<string, unknown>) => api.query(listInvites, { query: query as never }),
  shown: (token: string) => api.query(showInvite, { params: { token } }),
  settings: (query: { user_id?: number; portal_id?: number }) => api.query(showManagerSettings, { query }),
})
