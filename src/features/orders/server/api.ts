/** What other slices may call of orders. */
export {
  handles,
  hasPass,
  makePass,
  maySeeEmails,
  type OrderRequest,
  PASS_SECONDS,
  passCookie,
  reachOf,
  seeOrder,
  withinOf,
} from './access.ts'
export { type Completion, completeOrder, failOrder, type ReceivedPayment } from './actions/complete-order.ts'
export { createOrder, type NewOrder } from './actions/create-order.ts'
export { openCheckout, orUnavailable, withOrder } from './actions/open-checkout.ts'
export { addressFaults } from './address-faults.ts'
export {
  BUYER,
  inZone,
  type ListFilters,
  type ListRequest,
  matchSearch,
  paged,
  type SearchMatch,
  type Within,
} from './lists.ts'
export type { NewLine } from './new-line.ts'
export type { Effect, Fulfil, OrderKind, OrderKinds, Quote, RequestedItem, Resume } from './order-kind.ts'
export { type BuyerRow, presentAddress, presentBuyer } from './present.ts'
export {
  addOrderDetails,
  isOfCompany,
  loadItems,
  loadOrder,
  loadOrderCourses,
  lockOrder,
  markCredits,
  moveOrder,
  noteOutcome,
  type OrderCourse,
  type OrderRow,
  updateOrder,
} from './store.ts'
export { systemContext } from './system-context.ts'
