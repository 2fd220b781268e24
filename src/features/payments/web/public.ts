/** What other features and the composition may show of payments. */
export { RefundOrder } from './components/refund-order.tsx'
