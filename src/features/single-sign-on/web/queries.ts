import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { showProvider, showSignOn } from '../contract.ts'

export type SignOnSettings = Wire<typeof showSignOn>['data']
export type ShownProvider = Wire<typeof showProvider>['data']
export type SignOnDomain = SignOnSettings['domains'][number]

export const signOnQuery = (api: Api) => api.query(showSignOn)
export const providerQuery = (api: Api, id: number) => api.query(showProvider, { params: { id } })
