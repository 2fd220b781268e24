import { PERIOD, statusOf, TYPE } from '#features/orders/web/public.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'

/** The filters of payments and earnings, among which orders without a payment are not (ORD-020). */
export const MONEY_FILTERS = [
  PERIOD,
  TYPE,
  statusOf([ORDER_STATUS.completed, ORDER_STATUS.refunded, ORDER_STATUS.failed, ORDER_STATUS.cancelled]),
]

/** The filters of payments: also what somebody has to look into. */
export const PAYMENT_FILTERS = [
  ...MONEY_FILTERS,
  {
    name: 'trouble',
    label: 'Trouble',
    options: [
      { value: 'disputed', label: 'Open dispute' },
      { value: 'refund_failed', label: 'Failed refund' },
    ],
  },
]
