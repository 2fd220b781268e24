import type { LightMyRequestResponse } from 'fastify'
import type { Stripe } from 'stripe'
import { createPayment } from '#features/checkout/contract.ts'
import type { Args } from '#kernel/endpoint.ts'
import { sign } from '#platform/secrets.ts'
import type { Controls } from '#standins/stripe/controls.ts'
import { signatureOf } from '#standins/stripe/deliveries.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

type Who = TestPerson | TestPortal
type Item = { id?: number | null; quantity?: number }
type CourseValues = {
  title?: string
  /** Prices in cents by quantity; by default a single price of 50 dollars. */
  tiers?: Record<number, number>
  publication_status?: number
} & Record<string, unknown>

export const ADDRESS = { address: '1 Main Street', city: 'Denver', state: 'CO', zip_code: '80202' }

let counter = 0

/** Creates items to sell, buys them, and delivers the provider's messages, but only when a test says so. */
export const shopOf = (t: TestApp) => {
  const controls = (): Controls => {
    const controls = t.app.standins.stripe?.controls
    if (!controls) throw new Error('The payment stand-in does not run in this process')
    return controls
  }

  const portal = (values: Record<string, unknown> = {}) => t.make.portal({ is_marketable: true, ...values })

  const course = (at: TestPortal, { tiers = { 1: 5000 }, ...values }: CourseValues = {}) =>
    t.platform(async (tx) => {
      const n = ++counter
      const row = await tx
        .insertInto('courses')
        .values({
          portal_id: at.id,
          slug: `course-${n}`,
          title: `Course ${n}`,
          publication_status: 2,
          published_at: new Date(),
          ...values,
        } as never)
        .returning(['id', 'slug', 'title'])
        .executeTakeFirstOrThrow()
      const prices = Object.entries(tiers).map(([from, price_cents]) => ({
        portal_id: at.id,
        course_id: row.id,
        from: Number(from),
        price_cents,
      }))
      if (prices.length > 0) await tx.insertInto('course_pricings').values(prices).execute()
      return row
    })

  const bundle = (at: TestPortal, courses: { id: number }[], values: Record<string, unknown> = {}) =>
    t.platform(async (tx) => {
      const n = ++counter
      const row = await tx
        .insertInto('bundles')
        .values({
          portal_id: at.id,
          slug: `bundle-${n}`,
          title: `Bundle ${n}`,
          price_cents: 9000,
          publication_status: 2,
          ...values,
        } as never)
        .returning(['id', 'slug', 'title'])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('bundle_courses')
        .values(
          courses.map(({ id }, index) => ({
            portal_id: at.id,
            bundle_id: row.id,
            course_id: id,
            sort_number: index + 1,
          })),
        )
        .execute()
      return row
    })

  const hostOf = (who: Who) => ('token' in who ? who.portal.host : who.host)

  /** The body of a payment as the checkout page sends it. */
  const paymentBody = (who: Who, kind: string, items: Item[], more: Record<string, unknown> = {}) => {
    const page = ['course', 'credits-on-course', 'learner-reenroll'].includes(kind) ? 'course' : kind
    const success = ['course', 'bundle'].includes(page) ? page : 'subscription'
    return {
      kind,
      items,
      billing_address: ADDRESS,
      has_accepted_terms: true,
      is_of_age: true,
      success_url: `http://${hostOf(who)}/orders/success/${success}`,
      cancel_url: `http://${hostOf(who)}/checkout/${success}`,
      ...more,
    } as unknown as NonNullable<Args<typeof createPayment>['body']>
  }

  /** Checks out and returns the order's id and the provider's page. */
  const checkOut = async (who: Who, kind: string, items: Item[], more: Record<string, unknown> = {}, key?: string) =>
    (
      await t
        .as(who)
        .call(createPayment, { body: paymentBody(who, kind, items, more) }, key ? { idempotency_key: key } : {})
    ).data

  const order = (id: number) =>
    t.platform((tx) => tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  /** The id of the provider's page of an order. */
  const pageOf = async (orderId: number): Promise<string> => {
    const { checkout_id } = await order(orderId)
    if (!checkout_id) throw new Error(`Order ${orderId} has no payment page`)
    return checkout_id
  }

  const secret = () => `whsec_${sign(t.config.secret, 'stripe stand-in', 'webhook')}`

  /** Posts a message like the provider, with a signature over its bytes. */
  const deliver = (
    at: TestPortal,
    event: object,
    { signature, body = JSON.stringify(event) }: { signature?: string; body?: string } = {},
  ): Promise<LightMyRequestResponse> =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/payments/webhook',
      headers: {
        host: at.host,
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature ?? signatureOf(JSON.stringify(event), secret()),
      },
      payload: body,
    })

  /** The provider's messages about an object, oldest first. */
  const messagesAbout = (id: string, type?: Stripe.Event.Type): Stripe.EventBase[] =>
    controls()
      .events(type)
      .filter((event) => JSON.stringify(event.data.object).includes(`"${id}"`))
      .toReversed()

  /** Pays an order's page and returns the undelivered message about it. */
  const pay = async (orderId: number): Promise<Stripe.EventBase> => {
    const page = await pageOf(orderId)
    await controls().pay(page)
    return messagesAbout(page, 'checkout.session.completed').at(-1)!
  }

  /** Pays an order and delivers the message, which completes the order. */
  const complete = async (at: TestPortal, orderId: number) => {
    const answer = await deliver(at, await pay(orderId))
    if (answer.statusCode !== 200) throw new Error(`The message was answered with ${answer.statusCode}: ${answer.body}`)
  }

  /** Buys and pays, and returns the id of the completed order. */
  const buy = async (
    who: TestPerson,
    kind: string,
    items: Item[],
    more: Record<string, unknown> = {},
  ): Promise<number> => {
    const { id } = await checkOut(who, kind, items, more)
    await complete(who.portal, id)
    return id
  }

  /** The buyer's bank returns the last refund of an order's payment, and the message about it arrives. */
  const bounce = async (at: TestPortal, orderId: number): Promise<void> => {
    const { payment_reference } = await order(orderId)
    const last = (await t.app.services.payments.listRefunds(payment_reference ?? '')).at(-1)
    if (!last) throw new Error(`Nothing of order ${orderId} has been refunded`)
    await controls().failRefund(last.refund_reference)
    const answer = await deliver(at, messagesAbout(last.refund_reference, 'refund.failed').at(-1)!)
    if (answer.statusCode !== 200) throw new Error(`The message was answered with ${answer.statusCode}: ${answer.body}`)
  }

  const enrollmentsOf = (userId: number) =>
    t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select(['id', 'course_id', 'role', 'ended_at', 'expires_at'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    )

  /** The balances of ledger accounts: `portal` (by course, null is general) or a manager's for a course. */
  const credits = async (at: TestPortal, courseId: number | null, userId?: number): Promise<number> => {
    const row = await t.platform((tx) =>
      tx
        .selectFrom('credit_accounts')
        .select('balance')
        .where('portal_id', '=', at.id)
        .where('kind', '=', userId === undefined ? 'portal' : 'manager')
        .where('course_id', courseId === null ? 'is' : '=', courseId)
        .where('user_id', userId === undefined ? 'is' : '=', userId ?? null)
        .executeTakeFirst(),
    )
    return row?.balance ?? 0
  }

  const rolesOf = async (at: TestPortal, userId: number): Promise<string[]> => {
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('portal_user_roles')
        .select('role')
        .where('portal_id', '=', at.id)
        .where('user_id', '=', userId)
        .execute(),
    )
    return rows.map((row) => row.role).sort()
  }

  return {
    controls,
    portal,
    course,
    bundle,
    paymentBody,
    checkOut,
    order,
    pageOf,
    deliver,
    messagesAbout,
    pay,
    complete,
    buy,
    bounce,
    enrollmentsOf,
    credits,
    rolesOf,
    secret,
  }
}

/** The answer of a refused call, for comparing. */
export const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: { status?: number; code?: string; message?: string; errors?: object }) => reason,
  )
  return error && { status: error.status, code: error.code, message: error.message, errors: error.errors }
}
