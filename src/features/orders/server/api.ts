/** What other slices may call of orders. */
export { ORDER_STATUS, type OrderStatus } from '../rules/status.ts'
export { type OrderType, successKind } from '../rules/types.ts'
export { hasPass, makePass, PASS_SECONDS, passCookie } from './access.ts'
export { completeOrder } from './actions/complete-order.ts'
export { createOrder, type NewLine, type NewOrder } from './actions/create-order.ts'
export { openCheckout, orUnavailable } from './actions/open-checkout.ts'
export { addressFaults } from './address-faults.ts'
export { invoiceEntries } from './invoice-entries.ts'
export type { Effect, Fulfil, OrderKind, OrderKinds, Quote, Resume, WantedItem } from './order-kind.ts'
export { presentAddress } from './present.ts'
export { checkPayments, type Difference, reconcile } from './reconcile.ts'
export {
  addOrderDetails,
  loadItems,
  loadOrder,
  loadOrderCourses,
  lockOrder,
  markCredits,
  moveOrder,
  noteOutcome,
  type OrderCourse,
  type OrderRow,
} from './store.ts'
export { systemContext } from './system-context.ts'
