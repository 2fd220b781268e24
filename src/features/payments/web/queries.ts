import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import {
  listEarnings,
  listPayments,
  listRefunds,
  showPayment,
  showPaymentAccount,
  showRefundable,
} from '../contract.ts'

/** How payments and earnings can be asked (ORD-019, ORD-020). */
export const MONEY_SPEC: ListSpec = {
  filters: ['type', 'status', 'date_from', 'date_to'],
  sorts: ['created_at'],
  sort: '-created_at',
}

/** Payments can also be asked by what somebody has to look into. */
export const PAYMENTS_SPEC: ListSpec = { ...MONEY_SPEC, filters: [...(MONEY_SPEC.filters ?? []), 'trouble'] }

const moneyQuery = (search: Record<string, unknown>, spec = MONEY_SPEC) =>
  listQuery(readListState(search, spec), spec) as never

/** What the screens of payments, earnings and refunds read. */
export const moneyQueries = (api: Api) => ({
  payments: (search: Record<string, unknown>) => api.query(listPayments, { query: moneyQuery(search, PAYMENTS_SPEC) }),
  earnings: (search: Record<string, unknown>) => api.query(listEarnings, { query: moneyQuery(search) }),
  payment: (id: number) => api.query(showPayment, { params: { id } }),
  refunds: (orderId: number) => api.query(listRefunds, { query: { order_id: orderId, per_page: 100 } }),
  refundable: (id: number) => api.query(showRefundable, { params: { id } }),
  account: () => api.query(showPaymentAccount),
})
