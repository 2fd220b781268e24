import { report } from '#ui/page/analytics.ts'
import { type CartEvent, eventData, type ReportedItem } from '../rules/events.ts'

/** Hands an event of the cart to analytics. */
export const sendCartEvent = (event: CartEvent, items: readonly ReportedItem[]): void => {
  if (items.length > 0) report(event, eventData(items))
}

/** Hands a completed order to analytics. */
export const sendPurchase = (orderId: number, items: readonly ReportedItem[]): void =>
  report('purchase', { transaction_id: orderId, ...eventData(items) })
