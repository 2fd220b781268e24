import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listEarnings, listPayments, showPaymentAccount, showRefundable } from '../contract.ts'

/** How payments and earnings can be asked (ORD-019, ORD-020). */
export const MONEY_SPEC: ListSpec = {
  filters: ['type', 'status', 'date_from', 'date_to'],
  sorts: ['created_at'],
  sort: '-created_at',
}

const moneyQuery = (search: Record<string, unknown>) =>
  listQuery(readListState(search, MONEY_SPEC), MONEY_SPEC) as never

/** What the screens of payments, earnings and refunds read. */
export const moneyQueries = (api: Api) => ({
  payments: (search: Record<string, unknown>) => api.query(listPayments, { query: moneyQuery(search) }),
  earnings: (search: Record<string, unknown>) => api.query(listEarnings, { query: moneyQuery(search) }),
  refundable: (id: number) => api.query(showRefundable, { params: { id } }),
  account: () => api.query(showPaymentAccount),
})
