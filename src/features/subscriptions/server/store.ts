import { type Insertable, sql, type Updateable } from 'kysely'
import { fail } from '#kernel/errors.ts'
import type { PlanShortName } from '#kernel/product/plans.ts'
import type { Tx } from '#platform/db/db.ts'
import type { SubscriptionPlans, Subscriptions } from '#platform/db/db-types.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { canMoveSubscription, type SubscriptionStatus } from '../rules/status.ts'
import type { Period } from '../rules/term.ts'

const selectPlans = (tx: Tx) =>
  tx
    .selectFrom('subscription_plans')
    .select([
      'id',
      'name',
      'short_name',
      'audience',
      'monthly_price_cents',
      'annual_price_cents',
      'annual_credits',
      'extra_credit_price_cents',
      'trial_days',
      'is_listed',
    ])
    .$narrowType<{ short_name: PlanShortName; audience: 'portal' | 'partner' }>()

export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

/** The plans that are offered to portals or to partners, in their order. */
export const listPlans = (tx: Tx, audience: 'portal' | 'partner'): Promise<PlanRow[]> =>
  selectPlans(tx)
    .where('audience', '=', audience)
    .where('is_listed', '=', true)
    .orderBy('sort_number')
    .orderBy('id')
    .execute()

/** Every plan, offered or not, in their order. */
export const listManagedPlans = (tx: Tx): Promise<PlanRow[]> =>
  selectPlans(tx).orderBy('audience').orderBy('sort_number').orderBy('id').execute()

/** Locks a plan while its prices are set; null for an unknown one. */
export const lockPlan = async (tx: Tx, id: number): Promise<PlanRow | null> =>
  (await selectPlans(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const savePlan = async (tx: Tx, id: number, values: Updateable<SubscriptionPlans>): Promise<void> => {
  await tx.updateTable('subscription_plans').set(values).where('id', '=', id).execute()
}

/** One plan, also one that is not listed; null for an unknown one. */
export const loadPlan = async (tx: Tx, key: { id: number } | { short_name: PlanShortName }): Promise<PlanRow | null> =>
  (await selectPlans(tx)
    .where((eb) => ('id' in key ? eb('id', '=', key.id) : eb('short_name', '=', key.short_name)))
    .executeTakeFirst()) ?? null

const COLUMNS = [
  's.id',
  's.portal_id',
  's.company_id',
  's.plan_id',
  's.period',
  's.status',
  's.user_id',
  's.is_attached',
  's.price_cents',
  's.credits',
  's.extra_credit_price_cents',
  's.term_starts_at',
  's.ends_at',
  's.instalments_paid',
  's.due_at',
  's.next_payment_at',
  's.failed_payments',
  's.past_due_at',
  's.card_reference',
  's.next_plan_id',
  's.next_period',
  's.order_id',
  's.order_portal_id',
  's.cancelled_at',
  's.created_at',
] as const

const select = (tx: Tx) =>
  tx
    .selectFrom('subscriptions as s')
    .select(COLUMNS)
    .$narrowType<{ status: SubscriptionStatus; period: Period; next_period: Period | null }>()

export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Whose subscription: the portal's, or that of a partner company. */
export type Owner = { portal_id: number; company_id: number | null }

/** The subscription that is running or canceled and not yet at its end; null without one. Locked where asked for. */
export const loadRunning = async (tx: Tx, owner: Owner, locks = false): Promise<SubscriptionRow | null> => {
  const query = select(tx)
    .where('s.portal_id', '=', owner.portal_id)
    .where('s.company_id', owner.company_id === null ? 'is' : '=', owner.company_id)
    .where('s.status', '<>', 'deleted')
  return (await (locks ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null
}

/** One subscription of the portal, locked; null for none. */
export const lockSubscription = async (tx: Tx, portalId: number, id: number): Promise<SubscriptionRow | null> =>
  (await select(tx).where('s.portal_id', '=', portalId).where('s.id', '=', id).forNoKeyUpdate().executeTakeFirst()) ??
  null

/** The subscription whose present term this order has started, locked. */
export const lockByOrder = async (tx: Tx, order: { portal_id: number; id: number }): Promise<SubscriptionRow | null> =>
  (await select(tx)
    .where('s.order_portal_id', '=', order.portal_id)
    .where('s.order_id', '=', order.id)
    .where('s.status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null

/** How a term stood before a refund has ended it. */
const BEFORE_REFUND = ['status', 'ends_at', 'due_at', 'next_payment_at', 'cancelled_at'] as const

/** Keeps how a locked subscription stands, for `takeUpAgain`. */
export const keepBeforeRefund = async (tx: Tx, subscription: SubscriptionRow): Promise<void> => {
  const before = Object.fromEntries(BEFORE_REFUND.map((name) => [name, subscription[name]]))
  await tx
    .updateTable('subscriptions')
    .set({ before_refund: JSON.stringify(before) })
    .where('portal_id', '=', subscription.portal_id)
    .where('id', '=', subscription.id)
    .execute()
}

/** The subscription whose term was this order's when a refund ended it, locked; null for none. */
export const lockEndedByRefund = async (
  tx: Tx,
  order: { portal_id: number; id: number },
): Promise<SubscriptionRow | null> =>
  (await select(tx)
    .where('s.order_portal_id', '=', order.portal_id)
    .where('s.order_id', '=', order.id)
    .where('s.status', '=', 'deleted')
    .where('s.before_refund', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null

/** Makes of a locked subscription again what it was before a refund has ended it: the one way out of `deleted` (ORD-051). */
export const takeUpAgain = async (tx: Tx, { portal_id, id }: SubscriptionRow, now: Date): Promise<void> => {
  await tx
    .updateTable('subscriptions')
    .set({
      status: sql`before_refund ->> 'status'`,
      ends_at: sql`(before_refund ->> 'ends_at')::timestamptz`,
      due_at: sql`(before_refund ->> 'due_at')::timestamptz`,
      next_payment_at: sql`(before_refund ->> 'next_payment_at')::timestamptz`,
      cancelled_at: sql`(before_refund ->> 'cancelled_at')::timestamptz`,
      before_refund: null,
      updated_at: now,
    })
    .where('portal_id', '=', portal_id)
    .where('id', '=', id)
    .execute()
}

/** Whether the owner has ever had a subscription: a trial is for those who have not. */
export const hasEverSubscribed = async (tx: Tx, owner: Owner): Promise<boolean> => {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('portal_id', '=', owner.portal_id)
    .where('company_id', owner.company_id === null ? 'is' : '=', owner.company_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const insertSubscription = async (tx: Tx, values: Insertable<Subscriptions>): Promise<SubscriptionRow> => {
  const { id } = await tx.insertInto('subscriptions').values(values).returning('id').executeTakeFirstOrThrow()
  return select(tx).where('s.portal_id', '=', values.portal_id).where('s.id', '=', id).executeTakeFirstOrThrow()
}

/** Writes these fields of a locked subscription; a status only where ORD-030 has that move, else `invalid`. */
export const updateSubscription = async (
  tx: Tx,
  subscription: SubscriptionRow,
  values: Updateable<Subscriptions>,
  now: Date,
): Promise<SubscriptionRow> => {
  const to = values.status as SubscriptionStatus | undefined
  if (to !== undefined && to !== subscription.status && !canMoveSubscription(subscription.status, to))
    throw fail('invalid', { message: `A subscription that is ${subscription.status} cannot become ${to}.` })
  await tx
    .updateTable('subscriptions')
    .set({ ...values, updated_at: now })
    .where('portal_id', '=', subscription.portal_id)
    .where('id', '=', subscription.id)
    .execute()
  return { ...subscription, ...(values as Partial<SubscriptionRow>) }
}

const selectListed = (tx: Tx) =>
  select(tx)
    .innerJoin('portals as p', 'p.id', 's.portal_id')
    .innerJoin('subscription_plans as plan', 'plan.id', 's.plan_id')
    .leftJoin('partner_companies as c', (join) =>
      join.onRef('c.portal_id', '=', 's.portal_id').onRef('c.id', '=', 's.company_id'),
    )
    .select([
      'p.name as portal_name',
      'p.slug as portal_slug',
      'plan.name as plan_name',
      'plan.short_name as plan_short_name',
      'c.name as company_name',
    ])

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  status?: string | undefined
  plan_id?: number | undefined
  portal_id?: number | undefined
}

/** One page of subscriptions; the transaction sees the portals that the caller may see. */
export const listRows = (tx: Tx, request: ListRequest) => {
  let query = selectListed(tx)
  if (request.portal_id !== undefined) query = query.where('s.portal_id', '=', request.portal_id)
  if (request.status) query = query.where('s.status', '=', request.status)
  if (request.plan_id !== undefined) query = query.where('s.plan_id', '=', request.plan_id)
  if (request.search) query = query.where(textHolds(['p.name', 'p.slug'], request.search))
  const { cursor, per_page, sort } = request
  return keysetPage(query, {
    cursor,
    per_page,
    sort,
    keys: sort.endsWith('ends_at') ? [{ name: 'ends_at', expression: 's.ends_at', type: 'timestamptz' }] : [],
    id: 's.id',
  })
}

/** One subscription with the names around it; null for none that the transaction sees. */
export const findListed = async (tx: Tx, id: number): Promise<ListedRow | null> =>
  (await selectListed(tx).where('s.id', '=', id).executeTakeFirst()) ?? null

/** The last try to collect an instalment, with how its order stands. */
export const lastTry = async (tx: Tx, subscription: SubscriptionRow, dueAt: Date) =>
  (await tx
    .selectFrom('subscription_payments as t')
    .innerJoin('orders as o', (join) => join.onRef('o.portal_id', '=', 't.portal_id').onRef('o.id', '=', 't.order_id'))
    .select(['t.attempt', 't.order_id', 'o.status'])
    .where('t.portal_id', '=', subscription.portal_id)
    .where('t.subscription_id', '=', subscription.id)
    .where('t.due_at', '=', dueAt)
    .orderBy('t.attempt', 'desc')
    .executeTakeFirst()) ?? null

export const insertTry = async (
  tx: Tx,
  subscription: SubscriptionRow,
  attempt: { due_at: Date; attempt: number; order_id: number; now: Date },
): Promise<void> => {
  const { now, ...values } = attempt
  await tx
    .insertInto('subscription_payments')
    .values({ portal_id: subscription.portal_id, subscription_id: subscription.id, created_at: now, ...values })
    .execute()
}

/** Subscriptions over all portals that something may have to be done about by now, by rising id; the transaction sees all portals. */
export const findDue = (tx: Tx, now: Date, after: number, atMost: number) =>
  tx
    .selectFrom('subscriptions')
    .select(['portal_id', 'id'])
    .where('id', '>', after)
    .where('status', '<>', 'deleted')
    .where((eb) =>
      eb.or([
        eb('next_payment_at', '<=', now),
        eb('status', 'in', ['past_due', 'unpaid']),
        // The first announcement is made 30 days before the end.
        eb('ends_at', '<=', new Date(now.getTime() + 31 * 86_400_000)),
      ]),
    )
    .orderBy('id')
    .limit(atMost)
    .execute()
