import type { Api } from '#kernel/client.ts'
import { showTwoWayApi } from '../contract.ts'

/** Everybody's tokens in the portal and the last calls with one. */
export const twoWayApi = (api: Api) => api.query(showTwoWayApi)
