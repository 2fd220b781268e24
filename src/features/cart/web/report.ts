import type { CartEvent, ReportedItem } from '../rules/events.ts'

const events = () => import('./events.ts')
// What cannot be counted must not stop a purchase.
const quietly = (work: Promise<void>): void => {
  work.catch(() => {})
}

/** Reports an event of the cart with its items (CRT-020, CRT-021). */
export const reportCart = (event: CartEvent, items: readonly ReportedItem[]): void =>
  quietly(events().then((file) => file.sendCartEvent(event, items)))

/** Reports a completed order; `settleOrder` sees to it that this happens once (CRT-021). */
export const reportPurchase = (orderId: number, items: readonly ReportedItem[]): void =>
  quietly(events().then((file) => file.sendPurchase(orderId, items)))
