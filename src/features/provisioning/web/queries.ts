import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listProvisioningEvents, showProvisioning } from '../contract.ts'

export type Provisioning = Wire<typeof showProvisioning>['data']
export type GroupShown = Provisioning['groups'][number]
export type EventShown = Wire<typeof listProvisioningEvents>['data'][number]

export const EVENTS_SPEC: ListSpec = { filters: ['kind'], sorts: ['id'], sort: '-id' }

export const provisioningQuery = (api: Api) => api.query(showProvisioning)

/** What the provider did, for an address of the screen. */
export const eventsQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listProvisioningEvents, { query: listQuery(readListState(search, EVENTS_SPEC), EVENTS_SPEC) as never })
