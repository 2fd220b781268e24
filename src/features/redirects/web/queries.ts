import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listFormerAddresses, listRedirects } from '../contract.ts'

export type Kept = Wire<typeof listRedirects>['data'][number]
export type Former = Wire<typeof listFormerAddresses>['data'][number]

export const REDIRECTS_SPEC: ListSpec = { filters: [], sorts: ['id', 'old_address'], sort: '-id' }
export const FORMER_SPEC: ListSpec = { filters: [], sorts: ['created_at'], sort: '-created_at' }

/** The redirects for an address of the screen, for the loader of the page. */
export const redirectsQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listRedirects, { query: listQuery(readListState(search, REDIRECTS_SPEC), REDIRECTS_SPEC) as never })

/** The former addresses for an address of the screen, for the loader of the page. */
export const formerQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listFormerAddresses, { query: listQuery(readListState(search, FORMER_SPEC), FORMER_SPEC) as never })
