import type { OrderRow } from '#features/orders/server/api.ts'
import type { Period } from '../rules/term.ts'

/** Buying a plan: for the portal of the order, a partner company, or a portal that is made for the buyer. */
export type PlanItem = { id: number; type: Period; portal_name?: string | null }
/** Going on with a plan after a trial or an attached one. */
export type Continuation = { subscription_id: number; plan_id: number; period: Period }
/** Changing the plan; the term and what was paid of it are those the price was computed from. */
export type Change = Continuation & { term_starts_at: string; instalments_paid: number; is_upgrade: boolean }
/** Payments of a running term that are due, or the first of the next term. */
export type Instalment = {
  subscription_id: number
  due_at: string
  count: number
  /** Of the first payment of the next term: what was priced, whatever is chosen while the payment is on its way. */
  renewal?: { plan_id: number; period: Period }
}

export type SubscriptionOrder = {
  items?: PlanItem[]
  company_id?: number | null
  continuation?: Continuation
  change?: Change
  instalment?: Instalment
  /** The address of the portal that the order has made. */
  portal_url?: string
  subscription_portal_id?: number
}

/** What an order for a subscription carries for its fulfilment. */
export const detailsOf = (order: Pick<OrderRow, 'details'>): SubscriptionOrder =>
  (order.details ?? {}) as unknown as SubscriptionOrder
