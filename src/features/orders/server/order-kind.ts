import type { Context } from '#kernel/context.ts'
import type { OrderType } from '#kernel/product/orders.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import type { NewLine } from './new-line.ts'
import type { OrderRow } from './store.ts'

/** What a buyer asks for, as an item of `POST /payments`. */
export type RequestedItem = {
  id?: number | null | undefined
  quantity: number
  type?: string | undefined
  portal_name?: string | null | undefined
}

/** Turns the requested items into lines with the current prices; throws if the buyer may not have one. */
export type Quote = (tx: Tx, ctx: Context, items: readonly RequestedItem[]) => Promise<NewLine[]>
/** Something that follows for what an order is for, in the transaction that changes the order. */
export type Effect = (tx: Tx, ctx: Context, order: OrderRow) => Promise<void>
/** Gives the buyer what an order is for, in the transaction that completes it; a refusal by the catalog refuses the order. */
export type Fulfil = (tx: Tx, ctx: Context, order: OrderRow, services: Services) => Promise<void>
/**
 * Restores what a refund has ended, after it has failed; returns a sentence about what stays unchanged, or null
 * (ORD-051).
 */
export type Resume = (tx: Tx, ctx: Context, order: OrderRow, refundId: number) => Promise<string | null>

/** Everything that differs between orders for one thing and for another; the feature that sells the thing exports it. */
export type OrderKind = {
  /** Missing for what nobody orders at the checkout. */
  quote?: Quote
  /** The order's data for its fulfillment, in addition to the request. */
  details?: (tx: Tx, ctx: Context) => Promise<Record<string, unknown>>
  fulfil: Fulfil
  /** What ends when all the money of an order has been refunded, in addition to its seats and credits (ORD-045). */
  end?: Effect
  /** What resumes when such a refund fails later. */
  resume?: Resume
  /** What follows when the payment of an order is refused. */
  fail?: Effect
}
export type OrderKinds = Readonly<Record<OrderType, OrderKind>>

declare module '#platform/services.ts' {
  interface Services {
    orderKinds: OrderKinds
    /** What follows in the transaction that completes an order, whatever its kind: it is sent, its invoice is mailed. */
    onOrderCompleted: readonly Effect[]
  }
}
