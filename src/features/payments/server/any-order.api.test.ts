import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelOrder } from '#features/orders/contract.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { refundOrder } from '../contract.ts'
import { reconcile } from './reconcile.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)

/** What happens next; `at` picks the order or the message it affects. */
const STEP = fc.record({
  what: fc.constantFrom(
    ...(['buy', 'buy', 'many', 'bundle', 'pay', 'pay', 'pay', 'cancel', 'refund', 'part', 'outside', 'lose'] as const),
    ...(['win', 'use', 'told', 'told', 'told', 'jobs', 'dispute', 'bounce', 'bounce'] as const),
  ),
  at: fc.nat(1000),
})
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never

/** The allowed refusals: nothing to do, or too little left. Anything else is a bug. */
const unlessRefused = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: { status?: number; rawType?: string; statusCode?: number; code?: string }) => {
    const status = error.status ?? error.statusCode ?? 0
    const isRefusal = (status >= 400 && status < 500) || error.code === 'own_credits_not_enough'
    if (!isRefusal) throw error
  })
}

/** One shop in which everything happens, and what it has created. */
const worldOf = async () => {
  const portal = await shop.portal()
  const staff = await t.make.person('accounting', { portal })
  const buyers = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })] as const
  // A price that no number of seats divides evenly, and one that falls with the quantity.
  const courses = [
    await shop.course(portal, { tiers: { 1: 3333 } }),
    await shop.course(portal, { tiers: { 1: 5000, 3: 4001 } }),
  ] as const
  const bundle = await shop.bundle(portal, [...courses], { price_cents: 7001 })
  return { portal, staff, buyers, courses, bundle, orders: [] as number[], disputes: new Set<string>() }
}
type World = Awaited<ReturnType<typeof worldOf>>

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

/** The provider’s messages about this world, oldest first. */
const messagesOf = ({ orders }: World) => {
  const mine = new Set(orders.map(String))
  const payments = new Set<string>()
  const all = shop.controls().events().toReversed()
  for (const { data } of all) {
    const { metadata, payment_intent: reference } = data.object as {
      metadata?: Record<string, string>
      payment_intent?: string
    }
    if (metadata?.order_id && mine.has(metadata.order_id) && reference) payments.add(reference)
  }
  return all.filter(({ data, type }) => {
    if (!/^(checkout\.session|charge|refund)\./.test(type)) return false
    const { metadata, payment_intent: reference } = data.object as {
      metadata?: Record<string, string>
      payment_intent?: string
    }
    return mine.has(metadata?.order_id ?? '') || payments.has(reference ?? '')
  })
}

const deliver = async (portal: TestPortal, message: object): Promise<number> => {
  const { statusCode, body } = await shop.deliver(portal, message)
  // 409: it arrived before the one it depends on, and will arrive again.
  if (statusCode !== 200 && statusCode !== 409) throw new Error(`${statusCode} ${body}`)
  return statusCode
}

const referenceOf = async (id: number) => (await shop.order(id)).payment_reference

const take = async (world: World, { what, at }: Step): Promise<void> => {
  const { portal, staff, buyers, courses, bundle, orders } = world
  const buyer = pick(buyers, at) as TestPerson
  const course = pick(courses, at >> 1) ?? courses[0]
  const order = pick(orders, at)
  const { stripe } = t.app.services.payments
  const add = async (order: Promise<{ id: number }>) => orders.push((await order).id)
  if (what === 'buy') await add(shop.checkOut(buyer, 'course', [{ id: course.id }]))
  if (what === 'many') await add(shop.checkOut(buyer, 'course', [{ id: course.id, quantity: 2 + (at % 3) }]))
  if (what === 'bundle') await add(shop.checkOut(buyer, 'bundle', [{ id: bundle.id, quantity: 1 + (at % 2) }]))
  if (what === 'use') await unlessRefused(ledger.spend(buyer, course.id, 1))
  if (what === 'jobs') await t.app.jobs.drain()
  if (what === 'told') {
    const message = pick(messagesOf(world), at)
    if (message) await deliver(portal, message)
  }
  if (what === 'win' || what === 'lose') {
    const dispute = pick([...world.disputes], at)
    if (dispute) {
      await shop.controls().closeDispute(dispute, what === 'win' ? 'won' : 'lost')
      world.disputes.delete(dispute)
      return
    }
  }
  if (order === undefined) return
  if (what === 'pay') await unlessPaid(shop.controls().pay(await shop.pageOf(order)))
  const { user_id } = await shop.order(order)
  const owner = buyers.find(({ id }) => id === user_id) as TestPerson
  if (what === 'cancel') await unlessRefused(t.as(owner).call(cancelOrder, { params: { id: order } }))
  if (what === 'refund') await unlessRefused(t.as(staff).call(refundOrder, { params: { id: order }, body: {} }))
  if (what === 'part')
    await unlessRefused(
      t.as(staff).call(refundOrder, { params: { id: order }, body: { amount: (100 + at * 7) / 100 } }),
    )
  const reference = await referenceOf(order)
  if (what === 'outside' && reference)
    await unlessRefused(stripe.refunds.create({ payment_intent: reference, amount: 100 + at * 5 }))
  if (what === 'bounce' && reference) {
    const succeeded = (await t.app.services.payments.listRefunds(reference)).filter(
      ({ status }) => status === 'succeeded',
    )
    const refund = pick(succeeded, at)
    if (refund) await shop.controls().failRefund(refund.refund_reference)
  }
  // A payment may be charged back in several parts.
  if ((what === 'lose' || what === 'dispute') && reference)
    await shop
      .controls()
      .dispute(reference, 'fraudulent', at % 2 ? 100 + at : undefined)
      .then(
        ({ id }) => world.disputes.add(id),
        () => undefined,
      )
}

/** A page that is already paid or closed is not paid again. */
const unlessPaid = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    () => undefined,
  )

/** Delivers the provider’s messages until none is refused, newest first so that their order is reversed. */
const settle = async (world: World): Promise<void> => {
  for (const id of world.disputes) await shop.controls().closeDispute(id, 'lost')
  for (let turn = 0; turn < 6; turn++) {
    const answers: number[] = []
    for (const message of messagesOf(world).toReversed()) answers.push(await deliver(world.portal, message))
    await t.app.jobs.drain()
    if (turn > 1 && answers.every((status) => status === 200)) return
  }
  throw new Error('A message is refused for ever')
}

const prove = async ({ portal, buyers, orders }: World): Promise<void> => {
  expect(await ledger.check()).toEqual([])
  const differences = await reconcile(t.app.db, t.app.services.payments, {
    since: new Date(Date.now() - 3_600_000),
    now: new Date(Date.now() + 26 * 3_600_000),
  })
  expect(differences.filter(({ order_id }) => orders.includes(order_id ?? 0))).toEqual([])
  const { rows, seats, refunds, bought } = await t.platform(async (tx) => ({
    rows: await tx.selectFrom('orders').selectAll().where('portal_id', '=', portal.id).orderBy('id').execute(),
    seats: await tx.selectFrom('order_courses').selectAll().where('portal_id', '=', portal.id).execute(),
    refunds: await tx.selectFrom('refunds').selectAll().where('portal_id', '=', portal.id).execute(),
    bought: await tx
      .selectFrom('credit_movements')
      .select(['order_id', 'amount', 'purpose', 'idempotency_key', 'course_id'])
      .where('portal_id', '=', portal.id)
      .where('purpose', '=', 'purchase')
      .execute(),
  }))
  // Invoice numbers without a gap, one for each order that was paid and delivered.
  const numbers = rows.flatMap(({ invoice_number }) => invoice_number ?? []).toSorted()
  expect(numbers).toEqual(numbers.map((_, index) => `INV-${String(index + 1).padStart(6, '0')}`))
  const fulfilled = rows.filter(({ status }) => status === 3 || status === 6)
  expect(numbers.length).toBe(fulfilled.length)
  for (const row of rows) {
    const isGiven = fulfilled.includes(row)
    const mine = seats.filter(({ order_id }) => order_id === row.id)
    // Every paid purchase is delivered once, and nothing unpaid is.
    expect(mine.every(({ outcome }) => (outcome !== null) === isGiven)).toBe(true)
    const first = bought.filter((one) => one.order_id === row.id && !/:refund-/.test(one.idempotency_key ?? ''))
    const expectedSeats = isGiven ? mine.reduce((sum, { seats: count }) => sum + count, 0) : 0
    expect(first.reduce((sum, { amount }) => sum + amount, 0)).toBe(expectedSeats)
    const back = refunds.filter(
      (one) => one.order_id === row.id && one.payment_reference === row.payment_reference && one.status === 'succeeded',
    )
    if (isGiven) expect(back.reduce((sum, one) => sum + one.amount_cents, 0)).toBe(row.refunded_cents)
    expect(row.status === 6).toBe(isGiven && row.refunded_cents === row.total_cents)
  }
  // Access comes from the orders that were not fully refunded.
  const isOver = (orderId: number) =>
    refunds.some(
      (one) => one.order_id === orderId && one.is_full && one.status === 'succeeded' && !/late|not_/.test(one.origin),
    )
  for (const buyer of buyers) {
    const own = new Set(fulfilled.filter(({ user_id, id }) => user_id === buyer.id && !isOver(id)).map(({ id }) => id))
    const expected = seats.filter(({ order_id, outcome }) => own.has(order_id) && outcome === 'enrolled')
    const live = (await shop.enrollmentsOf(buyer.id)).filter(
      ({ ended_at, role }) => ended_at === null && role === 'learner',
    )
    expect(live.map(({ course_id }) => course_id).toSorted()).toEqual(
      [...new Set(expected.map(({ course_id }) => course_id))].toSorted() as number[],
    )
  }
}

test('books, credits and access agree after any events in any order, with any repetition of messages (ORD-009, ORD-012, ORD-013, ORD-022, ORD-045, ORD-046, ORD-048, ORD-051)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 10, maxLength: 45 }), async (steps) => {
      const world = await worldOf()
      for (const step of steps) await take(world, step)
      await settle(world)
      await prove(world)
    }),
    { numRuns: Number(process.env.RUNS ?? 6), endOnFailure: true },
  )
}, 600_000)
