import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import type { OrderType } from '../rules/types.ts'
import type { OrderRow } from './store.ts'

/** Gives the buyer what an order is for, in the transaction that completes it; what it throws of the catalogue refuses the order. */
export type Fulfil = (tx: Tx, ctx: Context, order: OrderRow) => Promise<void>
/** The order types of other slices (subscriptions), which stand above this one and hand their part in. */
export type Fulfilments = Partial<Record<OrderType, Fulfil>>

/** Takes up again what a refund has ended, after it has failed; answers a sentence about what stays as it is, or null (ORD-051). */
export type Resume = (tx: Tx, ctx: Context, order: OrderRow, refundId: number) => Promise<string | null>
/** What follows for what an order is for when money of it goes back, and when it turns out not to have gone. */
export type RefundEffects = {
  endings?: Fulfilments | undefined
  resumptions?: Partial<Record<OrderType, Resume>> | undefined
}

declare module '#platform/services.ts' {
  interface Services {
    fulfilments?: Fulfilments | undefined
    /** What follows in the transaction that completes an order, whatever its type (shipping). */
    onCompleted?: Fulfil | undefined
    /** What ends when all the money of an order has gone back, beside its seats and credits (ORD-045). */
    endings?: Fulfilments | undefined
    /** What goes on again when such a refund fails later. */
    resumptions?: Partial<Record<OrderType, Resume>> | undefined
    /** What follows when the payment of an order is refused. */
    failures?: Fulfilments | undefined
  }
}

export type OrderServices = Services

/** The context of what happens without a person: a message of the provider, a job. */
export const systemContext = async (
  { portalById }: Pick<OrderServices, 'portalById'>,
  portalId: number,
  now: Date,
): Promise<Context> => {
  const portal = await portalById(portalId)
  if (!portal) throw new Error(`There is no portal ${portalId}`)
  const request = { id: 'system', address: '', user_agent: '', is_secure: true }
  return { portal, host_portal: portal, viewer: null, scope: 'any', now, request }
}
