import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listOrders, showOrder } from '../contract.ts'

/** How the list of own orders can be asked (ORD-014). */
export const ORDERS_SPEC: ListSpec = {
  filters: ['type', 'status', 'date_from', 'date_to'],
  sorts: ['created_at'],
  sort: '-created_at',
}

/** What the screens of orders read. */
export const orderQueries = (api: Api) => ({
  own: (search: Record<string, unknown>) =>
    api.query(listOrders, { query: listQuery(readListState(search, ORDERS_SPEC), ORDERS_SPEC) as never }),
  one: (id: number) => api.query(showOrder, { params: { id } }),
})
