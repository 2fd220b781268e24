import { sweepSubscriptions } from '#features/subscriptions/server/jobs.ts'
import type { Role } from '#kernel/access/permissions.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'
import { shopOf } from './shop.ts'

const DAY = 86_400_000

type PlanValues = {
  name?: string
  short_name?: 'promo' | 'established' | 'enterprise' | 'partner' | 'special' | 'tier_2' | 'tier_3'
  monthly_price_cents?: number
  annual_price_cents?: number
  annual_credits?: number
  trial_days?: number
  audience?: 'portal' | 'partner'
  is_listed?: boolean
}

/** A clock that a test moves. Pass `now` to the app. */
export const movableClock = () => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    add: (ms: number) => {
      ahead += ms
    },
  }
}

/** Plans, subscriptions and the passing of time, with the provider’s clock beside the product’s. */
export const subscribingOf = (t: TestApp, clock: ReturnType<typeof movableClock>) => {
  const shop = shopOf(t)

  const plan = (values: PlanValues = {}) =>
    t.platform((tx) =>
      tx
        .insertInto('subscription_plans')
        .values({
          name: 'Growing Business',
          short_name: 'promo',
          monthly_price_cents: 9900,
          annual_price_cents: 99_000,
          annual_credits: 100,
          ...values,
        })
        .onConflict((conflict) => conflict.column('short_name').doUpdateSet({ is_listed: true }))
        .returning(['id', 'name', 'short_name'])
        .executeTakeFirstOrThrow(),
    )

  /** Lets time pass, at the provider as well. */
  const pass = async (days: number) => {
    clock.add(days * DAY)
    await shop.controls().advance(Math.round(days * 86_400))
  }

  /** A person with the role who stays signed in however much time passes. */
  const person = async (role: Role, portal: TestPortal): Promise<TestPerson> => {
    const person = await t.make.person(role, { portal })
    await t.platform((tx) =>
      tx
        .updateTable('sessions')
        .set({ last_seen_at: new Date('2100-01-01T00:00:00Z') })
        .where('user_id', '=', person.id)
        .execute(),
    )
    return person
  }

  const run = () => sweepSubscriptions(t.app.db, t.app.services, clock.now())

  /** Delivers, in order, the messages about saved-card payments that arrived since the last call. */
  const seen = new Set<string>()
  const messages = () =>
    ['payment_intent.succeeded', 'payment_intent.payment_failed'].flatMap((type) =>
      shop
        .controls()
        .events(type)
        .filter((event) => !seen.has(event.id) && JSON.stringify(event.data.object).includes('"is_off_session":"yes"')),
    )
  const deliverPayments = async (at: TestPortal, times = 1) => {
    const fresh = messages().toSorted((a, b) => a.created - b.created)
    for (const event of fresh) {
      seen.add(event.id)
      for (let turn = 0; turn < times; turn++) {
        const answer = await shop.deliver(at, event)
        if (answer.statusCode !== 200) throw new Error(`${event.type}: ${answer.statusCode} ${answer.body}`)
      }
    }
    return fresh
  }

  /** Lets time pass month by month, with every payment collected and reported. */
  const passMonths = async (at: TestPortal, count: number) => {
    for (let month = 0; month < count; month++) {
      await pass(31)
      await run()
      await deliverPayments(at)
    }
  }

  const running = (portalId: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('subscriptions')
        .selectAll()
        .where('portal_id', '=', portalId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )

  const ordersOf = (portalId: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('orders')
        .select(['id', 'type', 'status', 'total_cents', 'invoice_number', 'refunded_cents'])
        .where('portal_id', '=', portalId)
        .orderBy('id')
        .execute(),
    )

  const subscribe = async (who: TestPerson, planId: number, type: 'monthly' | 'annual' = 'annual') =>
    shop.buy(who, 'subscription', [{ id: planId, type } as never])

  const comesBack = (who: TestPerson) => ({
    success_url: `http://${who.portal.host}/orders/success/subscription`,
    cancel_url: `http://${who.portal.host}/admin/my-subscription`,
  })

  return {
    shop,
    plan,
    person,
    pass,
    passMonths,
    run,
    messages,
    deliverPayments,
    running,
    ordersOf,
    subscribe,
    comesBack,
  }
}
