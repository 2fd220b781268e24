import type { Api } from '#kernel/client.ts'
import { showUser } from '../contract.ts'

/** The own record. */
export const ownProfile = (api: Api, id: number) => api.query(showUser, { params: { id } })
