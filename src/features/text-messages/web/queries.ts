import type { Api } from '#kernel/client.ts'
import { showMobile, showOwnMobile } from '../contract.ts'

export const textQueries = (api: Api) => ({
  ofPerson: (id: number) => api.query(showMobile, { params: { id } }),
  own: () => api.query(showOwnMobile),
})
