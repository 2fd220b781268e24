import type { Api } from '#kernel/client.ts'
import { showBadge } from '../contract.ts'

export const badgeQueries = (api: Api) => ({
  ofPerson: (id: number) => api.query(showBadge, { params: { id } }),
})
