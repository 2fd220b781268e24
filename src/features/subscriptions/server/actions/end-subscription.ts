import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { applyToPortal } from '../standing.ts'
import { type SubscriptionRow, updateSubscription } from '../store.ts'

const log = (tx: Tx, ctx: Context, subscription: SubscriptionRow, action: string, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action, subject_type: 'subscription', subject_id: subscription.id, changes })

/** Ends a subscription at once: canceled, then deleted (ORD-030). No further payment is tried. */
export const endNow = async (tx: Tx, ctx: Context, subscription: SubscriptionRow, reason: string): Promise<void> => {
  if (subscription.status === 'deleted') return
  let ending = subscription
  if (ending.status !== 'canceled') ending = await updateSubscription(tx, ending, { status: 'canceled' }, ctx.now)
  const ends_at = new Date(
    Math.max(ending.term_starts_at.getTime(), Math.min(ending.ends_at.getTime(), ctx.now.getTime())),
  )
  ending = await updateSubscription(
    tx,
    ending,
    {
      status: 'deleted',
      ends_at,
      due_at: null,
      next_payment_at: null,
      cancelled_at: ending.cancelled_at ?? ctx.now,
    },
    ctx.now,
  )
  await log(tx, ctx, ending, 'subscription.end', { reason })
  await applyToPortal(tx, ending)
}

/**
 * Cancels a locked subscription: access runs to the end of the term and the payments of the term stay due (ORD-034); one
 * that is unpaid, and so gives no access, ends at once. `invalid` for one that is canceled already.
 */
export const cancel = async (tx: Tx, ctx: Context, subscription: SubscriptionRow): Promise<void> => {
  if (subscription.status === 'canceled' || subscription.status === 'deleted')
    throw fail('invalid', { message: 'The subscription is cancelled already.' })
  if (subscription.status === 'unpaid') return endNow(tx, ctx, subscription, 'cancelled')
  const isLastPaid = subscription.due_at !== null && subscription.due_at >= subscription.ends_at
  const cancelled = await updateSubscription(
    tx,
    subscription,
    {
      status: 'canceled',
      cancelled_at: ctx.now,
      next_plan_id: null,
      next_period: null,
      ...(isLastPaid && { due_at: null, next_payment_at: null }),
    },
    ctx.now,
  )
  await log(tx, ctx, cancelled, 'subscription.cancel', { ends_at: cancelled.ends_at.toISOString() })
  await applyToPortal(tx, cancelled)
}
