import { notify } from '#features/notifications/server/api.ts'
import { loadPortalAdmins } from '#features/portals/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { announcementDue } from '../../rules/term.ts'
import { loadPlan, type SubscriptionRow } from '../store.ts'

type Reader = { id: number; email: string | null; first_name: string | null }
type State = 'ends' | 'ended' | 'unpaid'

const readersOf = async (tx: Tx, { company_id, portal_id, user_id }: SubscriptionRow): Promise<Reader[]> => {
  if (company_id === null) return loadPortalAdmins(tx, portal_id)
  if (user_id === null) return []
  return tx
    .selectFrom('people')
    .select(['id', 'email', 'first_name'])
    .where('portal_id', '=', portal_id)
    .where('id', '=', user_id)
    .execute()
}

const ownerName = async (tx: Tx, ctx: Context, { company_id, portal_id }: SubscriptionRow): Promise<string> => {
  if (company_id === null) return ctx.portal.name
  const company = await tx
    .selectFrom('partner_companies')
    .select('name')
    .where('portal_id', '=', portal_id)
    .where('id', '=', company_id)
    .executeTakeFirst()
  return company?.name ?? ctx.portal.name
}

/**
 * Tells those who look after a subscription about its end, in the bell and by mail, once for each step (RTM-009,
 * RTM-012). The subscription's row is locked, so that of two processes only one sends it.
 */
const tell = async (
  tx: Tx,
  ctx: Context,
  subscription: SubscriptionRow,
  { state, days_left, step }: { state: State; days_left: number; step: string },
): Promise<void> => {
  const plan = (await loadPlan(tx, { id: subscription.plan_id }))?.name ?? ''
  const owner = await ownerName(tx, ctx, subscription)
  const link = '/admin/my-subscription'
  const is_partner = subscription.company_id !== null
  for (const { id, email, first_name } of await readersOf(tx, subscription)) {
    const key = `subscription-end:${subscription.id}:${step}:${id}`
    await notify(tx, ctx, {
      user_id: id,
      kind: 'subscription_ends',
      key,
      data: { plan, state, days_left, link },
      mail: {
        template: 'subscription-end',
        to: email,
        key,
        course_id: null,
        data: {
          first_name,
          link: `${ctx.portal.origin}${link}`,
          plan,
          owner,
          is_partner,
          state,
          ends_at: subscription.ends_at,
          days_left,
        },
      },
    })
  }
}

/** Announces the end 30, 14 and 3 days before and on the day (ORD-047); does nothing at other times. */
export const announceEnd = async (tx: Tx, ctx: Context, subscription: SubscriptionRow): Promise<void> => {
  const days_left = announcementDue(subscription.ends_at, ctx.now)
  if (days_left === null) return
  await tell(tx, ctx, subscription, {
    state: 'ends',
    days_left,
    step: `${subscription.ends_at.getTime()}:${days_left}`,
  })
}

/** Says that a subscription has ended, and what still works (ORD-047). */
export const tellEnded = (tx: Tx, ctx: Context, subscription: SubscriptionRow): Promise<void> =>
  tell(tx, ctx, subscription, { state: 'ended', days_left: 0, step: 'ended' })

/** Says that a late payment has taken the access away until it is paid (ORD-030, ORD-031). */
export const tellUnpaid = (tx: Tx, ctx: Context, subscription: SubscriptionRow): Promise<void> =>
  tell(tx, ctx, subscription, {
    state: 'unpaid',
    days_left: 0,
    step: `unpaid:${subscription.past_due_at?.getTime() ?? 0}`,
  })
