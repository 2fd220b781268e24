import { createPayment } from '#features/checkout/contract.ts'
import { refundOrder } from '#features/payments/contract.ts'
import { attachSubscription } from '#features/subscriptions/contract.ts'
import type { Config } from '#platform/process/config.ts'
import { signatureOf } from '#standins/stripe/deliveries.ts'
import type { App } from '../app.ts'
import { webhookSecretOf } from '../services.ts'
import { clientOf, type DemoClient } from './client.ts'
import type { DemoPortals } from './create-portals.ts'

const DAY_MS = 86_400_000

const PLANS = [
  {
    name: 'Growing Business',
    short_name: 'promo',
    monthly_price_cents: 9900,
    annual_price_cents: 99_000,
    annual_credits: 50,
    extra_credit_price_cents: 500,
    trial_days: 14,
  },
  {
    name: 'Established Business',
    short_name: 'established',
    monthly_price_cents: 24_900,
    annual_price_cents: 249_000,
    annual_credits: 250,
    extra_credit_price_cents: 400,
  },
  {
    name: 'Enterprise',
    short_name: 'enterprise',
    monthly_price_cents: 59_900,
    annual_price_cents: 599_000,
    annual_credits: 1000,
    extra_credit_price_cents: 300,
  },
  {
    name: 'Partner',
    short_name: 'partner',
    audience: 'partner',
    monthly_price_cents: 4900,
    annual_price_cents: 49_000,
    annual_credits: 20,
    extra_credit_price_cents: 250,
  },
  {
    name: 'Special',
    short_name: 'special',
    monthly_price_cents: 99_900,
    annual_price_cents: 999_000,
    annual_credits: 2500,
    extra_credit_price_cents: 200,
    is_listed: false,
  },
] as const

/** Attached plans: which portal, since how many days, of which the first runs out soon. */
const ATTACHED = [
  { slug: 'core', plan: 'enterprise', days: 40 },
  { slug: 'granite', plan: 'established', days: 353 },
  { slug: 'tidewater', plan: 'enterprise', days: 120 },
  { slug: 'meridian', plan: 'established', days: 30 },
] as const

const ADDRESS = { address: '12 Harbor Street', city: 'Norfolk', state: 'VA', zip_code: '23510' }

type DemoCart = {
  kind: 'course' | 'bundle' | 'subscription'
  items: { id: number; quantity?: number; type?: string }[]
}
type Shop = { app: App; config: Config; slug: string }

const checkOut = async ({ app, config, slug }: Shop, { api }: DemoClient, { kind, items }: DemoCart) => {
  const origin = (await app.resolvers.portalByHost(`${slug}.${config.BASE_HOST}:${config.PORT}`))?.origin ?? ''
  const { data } = await api.call(createPayment, {
    body: {
      kind,
      items,
      billing_address: ADDRESS,
      has_accepted_terms: true,
      is_of_age: true,
      success_url: `${origin}/orders/success/${kind}`,
      cancel_url: `${origin}/checkout/${kind}`,
    } as never,
  })
  return data
}

/** Pays a page and hands the message over: the server does not listen yet. */
const pay = async ({ app, config, slug }: Shop, page: string): Promise<void> => {
  const { controls } = app.standins.stripe ?? {}
  if (!controls) return
  await controls.pay(page)
  const event = controls
    .events('checkout.session.completed')
    .find((one) => (one.data.object as { id?: string }).id === page)
  const payload = JSON.stringify(event)
  await app.http.inject({
    method: 'POST',
    url: '/api/v1/payments/webhook',
    headers: {
      host: `${slug}.${config.BASE_HOST}:${config.PORT}`,
      'content-type': 'application/json',
      'stripe-signature': signatureOf(payload, webhookSecretOf(config)),
    },
    payload,
  })
}

const pageOf = (url: string | null): string => url?.split('/').at(-1) ?? ''

/** Moves an order and its payment into the past, so that lists and sums have a history. */
const backdate = (app: App, portalId: number, orderId: number, days: number) =>
  app.db.withPortal(portalId, async (tx) => {
    const at = new Date(Date.now() - days * DAY_MS)
    await tx.updateTable('orders').set({ created_at: at }).where('id', '=', orderId).execute()
    await tx
      .updateTable('orders')
      .set({ paid_at: at, completed_at: at })
      .where('id', '=', orderId)
      .where('paid_at', 'is not', null)
      .execute()
    await tx.updateTable('payments').set({ paid_at: at }).where('order_id', '=', orderId).execute()
  })

type DemoRole = 'learner' | 'portal_admin' | 'super_admin'

const signedIn = (app: App, config: Config, founded: DemoPortals) => (name: string, role: DemoRole, slug: string) =>
  clientOf(
    app,
    config,
    { user_id: founded.people.get(`${name}@example.com`) ?? 0, role },
    founded.portals.get(slug) ?? { id: 0, slug },
  )

/** Plans, and what portals have booked: without it nothing could be published or enrolled in them (ORD-047). */
export const loadPlans = async (app: App, config: Config, founded: DemoPortals): Promise<void> => {
  const plans = await app.db.withPlatform((tx) =>
    tx
      .insertInto('subscription_plans')
      .values(PLANS.map((plan, at) => ({ ...plan, sort_number: at + 1 })))
      .returning(['id', 'short_name'])
      .execute(),
  )
  const planOf = (name: string) => plans.find((plan) => plan.short_name === name)?.id ?? 0
  const as = signedIn(app, config, founded)
  const sally = await as('sally', 'super_admin', 'core')
  for (const { slug, plan, days } of ATTACHED)
    await sally.api.call(attachSubscription, {
      body: {
        portal_id: founded.portals.get(slug)?.id ?? 0,
        plan_id: planOf(plan),
        period: 'annual',
        starts_at: new Date(Date.now() - days * DAY_MS).toISOString(),
        credits: 0,
      },
    })
  const safestart = { app, config, slug: 'safestart' }
  await checkOut(safestart, await as('petra', 'portal_admin', 'safestart'), {
    kind: 'subscription',
    items: [{ id: planOf('promo'), type: 'annual' }],
  })
}

/** Sales in every state, made by the same calls that people make. */
export const loadMoney = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  courses: ReadonlyMap<string, { id: number }>,
): Promise<void> => {
  if (!app.services.payments.is_on) return
  const as = signedIn(app, config, founded)
  const core = { app, config, slug: 'core' }
  const portalId = founded.portals.get('core')?.id ?? 0
  const idOf = (title: string) => courses.get(title)?.id ?? 0
  const sales = [
    { buyer: 'bo', items: [{ id: idOf('Fire Watch and Hot Work') }], days: 62, back: null },
    { buyer: 'bea', items: [{ id: idOf('Ladder Safety'), quantity: 5 }], days: 33, back: 29 },
    { buyer: 'bo', items: [{ id: idOf('40-Hour HAZWOPER Training') }], days: 12, back: 'all' },
    { buyer: 'bea', items: [{ id: idOf('Electrical Safety and Lockout/Tagout'), quantity: 3 }], days: 4, back: null },
  ] as const
  const orders: { id: number; back: (typeof sales)[number]['back'] }[] = []
  for (const { buyer, items, days, back } of sales) {
    const order = await checkOut(core, await as(buyer, 'learner', 'core'), { kind: 'course', items: [...items] })
    await pay(core, pageOf(order.url))
    await backdate(app, portalId, order.id, days)
    orders.push({ id: order.id, back })
  }
  const petra = await as('petra', 'portal_admin', 'core')
  for (const { id, back } of orders)
    if (back !== null)
      await petra.api.call(refundOrder, {
        params: { id },
        body: { ...(back !== 'all' && { amount: back }), reason: 'Agreed on the phone' },
      })
  // One that waits for its payment.
  await checkOut(core, await as('bo', 'learner', 'core'), {
    kind: 'course',
    items: [{ id: idOf('Electrical Safety and Lockout/Tagout') }],
  })
}
