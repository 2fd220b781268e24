import { type ReportedItem, reportOnce } from '../rules/events.ts'
import { cartOf } from './cart-store.ts'
import { reportPurchase } from './report.ts'

const SETTLED = 'settled_orders'
let settled: readonly number[] = []

const readSettled = (): readonly number[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SETTLED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(Number.isSafeInteger) : []
  } catch {
    return settled
  }
}

/** True the first time it is asked for an order in this browser. */
const isFirstTime = (orderId: number): boolean => {
  const next = reportOnce(readSettled(), orderId)
  if (!next) return false
  settled = next
  try {
    localStorage.setItem(SETTLED, JSON.stringify(next))
  } catch {
    // Then it is remembered as long as the page.
  }
  return true
}

/** A completed order: what it holds leaves the cart of its portal and is reported, once in this browser (CRT-002, CRT-021). */
export const settleOrder = (portalId: number, orderId: number, items: readonly ReportedItem[]): void => {
  if (!isFirstTime(orderId)) return
  const bought = items.flatMap(({ kind, id }) =>
    id !== null && (kind === 'course' || kind === 'bundle' || kind === 'subscription') ? [{ kind, id } as const] : [],
  )
  cartOf(portalId).remove(bought)
  reportPurchase(orderId, items)
}
