import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listShipments, showBundleShipping, showCourseShipping, showShipment } from '../contract.ts'

/** How the list of shipments can be asked (SHP-010). */
export const SHIPMENTS_SPEC: ListSpec = {
  filters: ['status', 'option'],
  sorts: ['created_at'],
  sort: '-created_at',
}

/** What the screens of shipping read. */
export const shippingQueries = (api: Api) => ({
  list: (search: Record<string, unknown>) =>
    api.query(listShipments, { query: listQuery(readListState(search, SHIPMENTS_SPEC), SHIPMENTS_SPEC) as never }),
  one: (id: number) => api.query(showShipment, { params: { id } }),
  ofCourse: (slug: string) => api.query(showCourseShipping, { params: { slug } }),
  ofBundle: (id: number) => api.query(showBundleShipping, { params: { id } }),
})
