import { listOrders } from '#features/orders/contract.ts'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'

/** How the list of own invoices can be asked (ORD-015). */
export const INVOICES_SPEC: ListSpec = { sorts: ['created_at'], sort: '-created_at' }

/** What the screens of invoices read. */
export const invoiceQueries = (api: Api) => ({
  /** The own invoices, or those of somebody else. */
  invoices: (search: Record<string, unknown>, userId?: number) =>
    api.query(listOrders, {
      query: {
        ...listQuery(readListState(search, INVOICES_SPEC), INVOICES_SPEC),
        has_invoice: 'true',
        ...(userId !== undefined && { scope: 'portal', user_id: userId }),
      } as never,
    }),
})
