import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listDomains, listEmails } from '../contract.ts'

export type ListedDomain = Wire<typeof listDomains>['data'][number]
export type ListedEmail = Wire<typeof listEmails>['data'][number]

export const domainList = (api: Api) => api.query(listDomains)
export const emailList = (api: Api) => api.query(listEmails)
