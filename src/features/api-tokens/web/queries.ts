import type { Api } from '#kernel/client.ts'
import { listApiTokens } from '../contract.ts'

/** The own tokens; there are never more than one page of them. */
export const ownTokens = (api: Api) => api.query(listApiTokens, { query: { per_page: 100 } })
