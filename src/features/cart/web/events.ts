import { report } from '#ui/analytics.ts'
import { type CartEvent, eventData, type ReportedItem, reportOnce } from '../rules/events.ts'

/** Reports an event of the cart with its items (CRT-020, CRT-021). */
export const reportCart = (event: CartEvent, items: readonly ReportedItem[]): void => {
  if (items.length > 0) report(event, eventData(items))
}

const KEY = 'reported_orders'

/** Reports a completed order, once, also when its page is opened again (CRT-021). */
export const reportPurchase = (orderId: number, items: readonly ReportedItem[]): void => {
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
