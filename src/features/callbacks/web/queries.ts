import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listCallbacks, listDeliveries, showCallback, showCourseCallbacks, showDelivery } from '../contract.ts'

export type CallbackShown = Wire<typeof listCallbacks>['data'][number]
export type DeliveryRow = Wire<typeof listDeliveries>['data'][number]

export const CALLBACKS_SPEC: ListSpec = { filters: [], sorts: ['id'], sort: '-id' }
export const LOG_SPEC: ListSpec = { filters: ['status', 'event_type'], sorts: ['id'], sort: '-id' }

/** The callbacks for an address of the screen, for the loader of the page. */
export const callbacksQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listCallbacks, { query: listQuery(readListState(search, CALLBACKS_SPEC), CALLBACKS_SPEC) as never })

export const callbackQuery = (api: Api, id: number) => api.query(showCallback, { params: { id } })

/** The log of a callback for an address of the screen. */
export const logQuery = (api: Api, id: number, search: Record<string, unknown>) =>
  api.query(listDeliveries, { params: { id }, query: listQuery(readListState(search, LOG_SPEC), LOG_SPEC) as never })

export const deliveryQuery = (api: Api, id: number, deliveryId: number) =>
  api.query(showDelivery, { params: { id, deliveryId } })

export const courseCallbacksQuery = (api: Api, slug: string) => api.query(showCourseCallbacks, { params: { slug } })
