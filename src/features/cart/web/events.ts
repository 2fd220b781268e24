import { report } from '#ui/analytics.ts'
import { type CartEvent, eventData, type ReportedItem, reportOnce } from '../rules/events.ts'

/** Hands an event of the cart to analytics. */
export const sendCartEvent = (event: CartEvent, items: readonly ReportedItem[]): void => {
  if (items.length > 0) report(event, eventData(items))
}

const KEY = 'reported_orders'

/** Hands a completed order to analytics, unless this browser has done so before. */
export const sendPurchase = (orderId: number, items: readonly ReportedItem[]): void => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    const next = reportOnce(Array.isArray(known) ? known.filter(Number.isInteger) : [], orderId)
    if (!next) return
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage an order could be counted twice, so it is not counted at all.
    return
  }
  report('purchase', { transaction_id: orderId, ...eventData(items) })
}
