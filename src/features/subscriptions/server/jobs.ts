import { systemContext } from '#features/orders/server/api.ts'
import { loadPortalAdmins } from '#features/portals/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db.ts'
import { handle, type JobHandler, job } from '#platform/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { announcementDue, terminatedAt, unpaidAt } from '../rules/term.ts'
import { collectPayment } from './actions/collect-payment.ts'
import { endNow } from './actions/end-subscription.ts'
import type { SubscriptionServices } from './services.ts'
import { applyToPortal, renews } from './standing.ts'
import { findDue, loadPlan, lockSubscription, type SubscriptionRow, updateSubscription } from './store.ts'

/** Collects what is due, ends what is over and announces what will end, over all portals. */
export const runSubscriptions = job({ name: 'subscriptions.run', data: z.object({}) })

const AT_ONCE = 500

type Reader = { email: string; first_name: string | null }

const readersOf = async (tx: Tx, subscription: SubscriptionRow): Promise<Reader[]> => {
  if (subscription.company_id === null) return loadPortalAdmins(tx, subscription.portal_id)
  if (subscription.user_id === null) return []
  return tx.selectFrom('users').select(['email', 'first_name']).where('id', '=', subscription.user_id).execute()
}

/** Mails the announcement that is due, each once to each reader (ORD-047, RTM-012). */
const announce = async (tx: Tx, ctx: Context, subscription: SubscriptionRow): Promise<void> => {
  const days_left = announcementDue(subscription.ends_at, ctx.now)
  if (days_left === null) return
  const plan = await loadPlan(tx, { id: subscription.plan_id })
  for (const { email, first_name } of await readersOf(tx, subscription))
    await sendMail(tx, {
      template: 'subscription-end',
      portal_id: subscription.portal_id,
      to: email,
      key: `subscription-end:${subscription.id}:${subscription.ends_at.getTime()}:${days_left}:${email.toLowerCase()}`,
      data: {
        first_name,
        link: `${ctx.portal.origin}/admin/my-subscription`,
        plan: plan?.name ?? '',
        ends_at: subscription.ends_at,
        days_left,
      },
    })
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
  }
  if (subscription.status === 'unpaid' && late && terminatedAt(late) <= now)
    return endNow(tx, ctx, subscription, 'not paid')
  // Who has cancelled and does not pay any more has no access to the end of the term.
  if (subscription.status === 'canceled' && late && unpaidAt(late) <= now)
    return endNow(tx, ctx, subscription, 'not paid')
  const isEnding = ['trialing', 'canceled'].includes(subscription.status)
  if (!isEnding && (subscription.status !== 'active' || renews(subscription))) return
  if (subscription.ends_at <= now) return endNow(tx, ctx, subscription, 'the term is over')
  await announce(tx, ctx, subscription)
}

/** Goes through everything that may be due; one that fails keeps none of the others back. */
export const sweepSubscriptions = async (db: Db, services: SubscriptionServices, now: Date): Promise<void> => {
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
export const subscriptionJobs = (services: SubscriptionServices): JobHandler[] => [
  handle(runSubscriptions, (_data, { db, now }) => sweepSubscriptions(db, services, now), { cron: '*/10 * * * *' }),
]
