import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'

/** What the payment provider says about the page of an order. */
export type PaymentMessage = {
  /** `paid`: the money has come; `awaiting`: the buyer is through, the money is on its way; `not_paid`: it will not come; `closed`: the page ran out or was closed. */
  kind: 'paid' | 'awaiting' | 'not_paid' | 'closed'
  /** Whether it speaks of the page that was opened for this order; one account of the provider may serve several shops. */
  is_own_page: boolean
  payment_reference: string | null
  total_cents: number
  tax_cents: number
  /** In lower case, as the provider writes it. */
  currency: string
}

export type OrderFacts = {
  status: OrderStatus
  payment_reference: string | null
  subtotal_cents: number
}

export type MessageDecision =
  | 'complete'
  | 'await'
  | 'fail'
  | 'cancel'
  /** Money that buys nothing: it goes back at once and the order stays as it is (ORD-046). */
  | 'refund'
  /** The wrong amount or currency (CRT-015): it goes back and the order fails. */
  | 'refuse'
  | 'ignore'

const { pending, processing } = ORDER_STATUS

/**
 * What a message means for an order. Messages come late, twice and in any order; the order's own state decides, so that
 * the same message never does anything a second time. Amounts in cents; tax comes on top of what the buyer saw.
 */
export const decideMessage = (order: OrderFacts, message: PaymentMessage): MessageDecision => {
  if (!message.is_own_page) return 'ignore'
  const isOpen = order.status === pending || order.status === processing
  if (message.kind === 'paid') {
    if (order.payment_reference !== null && order.payment_reference === message.payment_reference) return 'ignore'
    if (!isOpen) return 'refund'
    const isRight = message.currency === 'usd' && message.total_cents - message.tax_cents === order.subtotal_cents
    return isRight ? 'complete' : 'refuse'
  }
  if (!isOpen) return 'ignore'
  if (message.kind === 'not_paid') return 'fail'
  if (order.status !== pending) return 'ignore'
  return message.kind === 'awaiting' ? 'await' : 'cancel'
}
