import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listExamples, listTokenCalls, showTokenCall, showTwoWayApi } from '../contract.ts'

export type TwoWayApi = Wire<typeof showTwoWayApi>['data']
export type TokenShown = TwoWayApi['portal_tokens'][number]
export type CallShown = Wire<typeof listTokenCalls>['data'][number]

export const CALLS_SPEC: ListSpec = {
  filters: ['portal_token_id', 'status', 'date_from', 'date_to'],
  sorts: ['id'],
  sort: '-id',
}

/** The tokens of the portal and of its people. */
export const twoWayApi = (api: Api) => api.query(showTwoWayApi)

/** The log for an address of the screen. */
export const callsQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listTokenCalls, { query: listQuery(readListState(search, CALLS_SPEC), CALLS_SPEC) as never })

export const callQuery = (api: Api, id: number) => api.query(showTokenCall, { params: { id } })

export const examplesQuery = (api: Api) => api.query(listExamples)

/** Whether an address shows the part about provisioning, which shares the screen with the calls of other systems. */
export const isProvisioning = (search: object): boolean => 'part' in search && search.part === 'provisioning'
