/** What other features and the composition may show of orders. */
export { PERIOD, statusOf, TYPE } from './filters.ts'
export { orderQueries } from './queries.ts'
export { type OrderParts, OrderScreen } from './screens/order.tsx'
export type { Order } from './use-order-until-done.ts'
