import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { showSystemHealth } from '../contract.ts'

export type Health = Wire<typeof showSystemHealth>['data']

export const healthQuery = (api: Api) => api.query(showSystemHealth)
