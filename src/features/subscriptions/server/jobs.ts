import { systemContext } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { terminatedAt, unpaidAt } from '../rules/term.ts'
import { announceEnd, tellEnded, tellUnpaid } from './actions/announce.ts'
import { collectPayment } from './actions/collect-payment.ts'
import { endNow } from './actions/end-subscription.ts'
import { applyToPortal, renews } from './standing.ts'
import { findDue, lockSubscription, type SubscriptionRow, updateSubscription } from './store.ts'

/** Collects due payments, ends what is over and announces what will end, over all portals. */
export const runSubscriptions = job({ name: 'subscriptions.run', data: z.object({}) })

const AT_ONCE = 500

/** Ends it and notifies those who look after it (ORD-047). */
const end = async (tx: Tx, ctx: Context, subscription: SubscriptionRow, reason: string): Promise<void> => {
  await endNow(tx, ctx, subscription, reason)
  await tellEnded(tx, ctx, subscription)
}

/** Brings a subscription to the state that the time asks for (ORD-030, ORD-034). */
const advance = async (tx: Tx, ctx: Context, id: number): Promise<void> => {
  let subscription = await lockSubscription(tx, ctx.portal.id, id)
  if (!subscription || subscription.status === 'deleted') return
  const { now } = ctx
  const { past_due_at: late } = subscription
  if (subscription.status === 'past_due' && late && unpaidAt(late) <= now) {
    subscription = await updateSubscription(tx, subscription, { status: 'unpaid', next_payment_at: null }, now)
    await applyToPortal(tx, subscription)
    await tellUnpaid(tx, ctx, subscription)
  }
  if (subscription.status === 'unpaid' && late && terminatedAt(late) <= now)
    return end(tx, ctx, subscription, 'not paid')
  // A subscriber who has canceled and stops paying has no access until the end of the term.
  if (subscription.status === 'canceled' && late && unpaidAt(late) <= now) return end(tx, ctx, subscription, 'not paid')
  const isEnding = ['trialing', 'canceled'].includes(subscription.status)
  if (!isEnding && (subscription.status !== 'active' || renews(subscription))) return
  if (subscription.ends_at <= now) return end(tx, ctx, subscription, 'the term is over')
  await announceEnd(tx, ctx, subscription)
}

/** Goes through everything that may be due; one that fails keeps none of the others back. */
export const sweepSubscriptions = async (db: Db, services: Services, now: Date): Promise<void> => {
  const failures: unknown[] = []
  for (let after = 0; ; ) {
    const due = await db.withPlatform((tx) => findDue(tx, now, after, AT_ONCE), 'read only')
    for (const { portal_id, id } of due) {
      try {
        const ctx = await systemContext(services, portal_id, now)
        await db.withPortal(portal_id, (tx) => advance(tx, ctx, id))
        await collectPayment(db, services, ctx, id)
      } catch (error) {
        failures.push(error)
      }
    }
    const last = due.at(-1)
    if (!last || due.length < AT_ONCE) break
    after = last.id
  }
  if (failures.length > 0) throw failures[0]
}

/** The background work of subscriptions. */
export const jobs = (services: Services): JobHandler[] => [
  handle(runSubscriptions, (_data, { db, now }) => sweepSubscriptions(db, services, now), { cron: '*/10 * * * *' }),
]
