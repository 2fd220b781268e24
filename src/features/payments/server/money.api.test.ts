import { describe, expect, test, vi } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { ADDRESS, refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listEarnings, refundOrder, showPaymentAccount, startOnboarding } from '../contract.ts'
import { sweepPayments } from './jobs.ts'
import { reconcile } from './reconcile.ts'

const t = testApp()
const shop = shopOf(t)

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  const admin = await t.make.person('portal_admin', { portal })
  return { portal, buyer, admin, course: await shop.course(portal) }
}
const partnerOf = async (portal: TestPerson['portal'], share_percent: number | null) => {
  const partner = await t.make.person('partner', { portal })
  const { id } = await t.platform((tx) =>
    tx
      .insertInto('partner_companies')
      .values({ portal_id: portal.id, slug: `acme-${partner.id}`, name: 'Acme', user_id: partner.id, share_percent })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { partner, companyId: id }
}
const addresses = (who: TestPerson) => ({
  return_url: `http://${who.portal.host}/earnings`,
  refresh_url: `http://${who.portal.host}/earnings?again=1`,
})
const account = async (who: TestPerson) => (await t.as(who).call(showPaymentAccount)).data

/** Goes through the provider's onboarding and delivers its message. */
const onboard = async (who: TestPerson) => {
  const { data } = await t.as(who).call(startOnboarding, { body: addresses(who) })
  const page = new URL(data.url)
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `${page.pathname}`,
    headers: { host: who.portal.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect(answer.statusCode).toBe(303)
  const message = shop.controls().events('account.updated')[0]!
  expect((await shop.deliver(who.portal, message)).statusCode).toBe(200)
}

describe('the payment account (ORD-023)', () => {
  test('is created once, leads to the provider and is ready once its owner has provided everything', async () => {
    const { admin, portal } = await setUp()
    expect(await account(admin)).toBeNull()
    const first = await t.as(admin).call(startOnboarding, { body: addresses(admin) })
    expect(first.data.url).toContain('/onboarding/')
    expect(await account(admin)).toMatchObject({ is_ready: false, is_submitted: false, share_percent: null })
    const { account_id } = (await account(admin))!
    await onboard(admin)
    expect(await account(admin)).toMatchObject({ account_id, is_ready: true, open_requirements: [] })
    const foreign = { return_url: 'https://elsewhere.example.com/', refresh_url: addresses(admin).refresh_url }
    const refusal = await refusalOf(t.as(admin).call(startOnboarding, { body: foreign }))
    expect(refusal?.errors).toEqual({ return_url: ['Please enter a valid URL.'] })
    const { partner } = await partnerOf(portal, 70)
    expect(await account(partner)).toBeNull()
  })

  test('has the provider’s current state, whatever the order of its messages, and unknown ones are accepted (ORD-023, ORD-024)', async () => {
    const { admin, portal } = await setUp()
    await onboard(admin)
    const ready = shop.controls().events('account.updated')[0]!
    const before = { ...(ready.data.object as object), charges_enabled: false, payouts_enabled: false }
    const late = { ...ready, id: `${ready.id}_late`, created: ready.created - 60, data: { object: before } }
    expect((await shop.deliver(portal, late)).statusCode).toBe(200)
    expect(await account(admin)).toMatchObject({ is_ready: true, is_submitted: true })
    const unknown = { ...late, id: `${ready.id}_unknown`, data: { object: { ...before, id: 'acct_unknown' } } }
    expect((await shop.deliver(portal, unknown)).statusCode).toBe(200)
  })

  test('that revokes the platform’s access gets nothing more, says so, and can be replaced by a new one (ORD-023, ORD-024)', async () => {
    const { admin, portal, buyer, course } = await setUp()
    await onboard(admin)
    const { account_id } = (await account(admin))!
    const destinationOf = async () =>
      (await shop.order(await shop.buy(buyer, 'course', [{ id: course.id }]))).destination_account
    expect(await destinationOf()).toBe(account_id)
    const message = { type: 'account.application.deauthorized', object: 'event', account: account_id }
    const data = { object: { id: 'ca_platform', object: 'application' } }
    for (const id of ['evt_gone', 'evt_gone_again'])
      expect((await shop.deliver(portal, { ...message, id: `${id}_${account_id}`, data })).statusCode).toBe(200)
    // Later reports about the account do not make it ready again.
    await shop.deliver(portal, shop.controls().events('account.updated')[0]!)
    expect(await account(admin)).toMatchObject({ account_id, is_ready: false, is_disconnected: true })
    expect(await destinationOf()).toBeNull()
    await onboard(admin)
    const renewed = (await account(admin))!
    expect(renewed).toMatchObject({ is_ready: true, is_disconnected: false })
    expect(renewed.account_id).not.toBe(account_id)
    expect(await destinationOf()).toBe(renewed.account_id)
  })

  test('of a partner gets the partner’s share of a sale of its courses, and returns it with a refund (PAR-016, ORD-025)', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const { partner, companyId } = await partnerOf(portal, 70)
    const theirs = await shop.course(portal, { partner_company_id: companyId })
    await onboard(partner)
    const own = await shop.buy(buyer, 'course', [{ id: theirs.id, quantity: 2 }])
    const mixed = await shop.buy(buyer, 'course', [{ id: course.id }, { id: theirs.id, quantity: 2 }])
    await t.app.jobs.drain()
    expect(await shop.order(own)).toMatchObject({ platform_share_cents: 3000 })
    expect((await shop.order(mixed)).destination_account).toBeNull()
    const transfers = await t.app.services.payments.stripe.transfers.list({
      destination: (await account(partner))!.account_id,
    })
    expect(transfers.data.map(({ amount }) => amount)).toEqual([7000])

    const { data, meta } = await t.as(partner).call(listEarnings, { query: {} })
    // 100.00 less the platform's 30% and the provider's 2.9% plus 30 cents.
    expect(data).toMatchObject([
      { order_id: own, gross: 100, platform_share: 30, provider_fee: 3.2, refunded: 0, net: 66.8 },
    ])
    expect(meta.totals).toEqual({
      gross: 100,
      platform_share: 30,
      provider_fee: 3.2,
      refunded: 0,
      net: 66.8,
      payments: 1,
    })

    const refunds = vi.spyOn(t.app.services.payments, 'refund')
    await t.as(admin).call(refundOrder, { params: { id: own }, body: { amount: 50 } })
    // The provider pulls back the partner’s part, and only then must the platform give up its share.
    expect(refunds.mock.calls).toMatchObject([[{ is_transfer_reversed: true, is_share_returned: true }]])
    const after = await t.app.services.payments.stripe.transfers.list({
      destination: (await account(partner))!.account_id,
    })
    expect(after.data[0]).toMatchObject({ amount_reversed: 3500 })
    const again = (await t.as(partner).call(listEarnings, { query: {} })).data
    expect(again).toMatchObject([{ platform_share: 15, refunded: 50, net: 31.8 }])
  })

  test('of a partner gets no part of the shipping cost, which the portal pays to the carrier (PAR-016, SHP-004)', async () => {
    const { portal, buyer } = await setUp()
    const { partner, companyId } = await partnerOf(portal, 70)
    const theirs = await shop.course(portal, { partner_company_id: companyId })
    const at = { portal_id: portal.id }
    await t.platform(async (tx) => {
      const size = { weight: 1, width: 1, height: 1, length: 1, value_cents: 100, category: 'documents' }
      const product = await tx
        .insertInto('shippable_products')
        .values({ ...at, ...size, title: 'Manual' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sent = { option: 'delivery', price_cents: 1000, shippable_product_id: product.id }
      await tx
        .insertInto('shipping_settings')
        .values({ ...at, ...sent, course_id: theirs.id })
        .execute()
    })
    await onboard(partner)
    const id = await shop.buy(buyer, 'course', [{ id: theirs.id }], { shipping_address: ADDRESS })
    expect(await shop.order(id)).toMatchObject({ total_cents: 6000, platform_share_cents: 2500 })
  })

  test('gets nothing before the provider has everything it requires (ORD-023, PAR-016)', async () => {
    const { portal, buyer } = await setUp()
    const { partner, companyId } = await partnerOf(portal, 70)
    const theirs = await shop.course(portal, { partner_company_id: companyId })
    await t.as(partner).call(startOnboarding, { body: addresses(partner) })
    const id = await shop.buy(buyer, 'course', [{ id: theirs.id }])
    expect(await shop.order(id)).toMatchObject({ destination_account: null, platform_share_cents: 0, status: 3 })
  })

  test('of a partner gets whole cents, and the platform gets the fractions (PAR-016)', async () => {
    const { portal, buyer } = await setUp()
    const { partner, companyId } = await partnerOf(portal, 33)
    const theirs = await shop.course(portal, { partner_company_id: companyId, tiers: { 1: 5002 } })
    await onboard(partner)
    const id = await shop.buy(buyer, 'course', [{ id: theirs.id }])
    // 33% of 50.02 is 16.5066.
    expect(await shop.order(id)).toMatchObject({ total_cents: 5002, platform_share_cents: 3352 })
  })

  test('without a share, nothing is computed for a partner’s sale (PAR-016)', async () => {
    const { portal, buyer } = await setUp()
    const { partner, companyId } = await partnerOf(portal, null)
    const theirs = await shop.course(portal, { partner_company_id: companyId })
    await onboard(partner)
    const id = await shop.buy(buyer, 'course', [{ id: theirs.id }])
    expect(await shop.order(id)).toMatchObject({ destination_account: null, platform_share_cents: 0 })
  })
})

describe('earnings (ORD-020, ORD-025, ROL-050)', () => {
  test('are listed and totaled by date, type, status and number, for people who handle payments', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const one = await shop.buy(buyer, 'course', [{ id: course.id }])
    const two = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }])
    await t.as(admin).call(refundOrder, { params: { id: two }, body: {} })
    await t.app.jobs.drain()
    const list = async (query: object) => {
      const { data, meta } = await t.as(admin).call(listEarnings, { query: query as never })
      return { ids: data.map(({ order_id }) => order_id), totals: meta.totals }
    }
    const all = await list({})
    expect(all.ids).toEqual([two, one])
    expect(all.totals).toMatchObject({ gross: 200, refunded: 150, payments: 2 })
    expect((await list({ status: 6 })).ids).toEqual([two])
    expect((await list({ type: 'bundle' })).totals).toMatchObject({ gross: 0, net: 0, payments: 0 })
    expect((await list({ search: (await shop.order(one)).number })).ids).toEqual([one])
    expect((await list({ date_to: '2020-01-01' })).ids).toEqual([])
    const learner = await refusalOf(t.as(buyer).call(listEarnings, { query: {} }))
    expect(learner?.status).toBe(403)
    const other = await t.make.person('accounting', { portal: await shop.portal() })
    expect((await t.as(other).call(listEarnings, { query: {} })).data).toEqual([])
    expect(portal.id).not.toBe(other.portal.id)
  })
})

test('purchases of a portal for itself are not its earnings: the whole remainder is the platform’s (ORD-025, ORD-037)', async () => {
  const { buyer, admin, course, portal } = await setUp()
  const sale = await shop.buy(buyer, 'course', [{ id: course.id }])
  const bought = await shop.buy(admin, 'credits-on-portal', [{ quantity: 100 }])
  await t.app.jobs.drain()
  const { data, meta } = await t.as(admin).call(listEarnings, { query: {} })
  expect(data).toMatchObject([
    { order_id: bought, gross: 100, provider_fee: 3.2, platform_share: 96.8, net: 0 },
    { order_id: sale, gross: 50, provider_fee: 1.75, platform_share: 0, net: 48.25 },
  ])
  expect(meta.totals).toMatchObject({ gross: 150, platform_share: 96.8, net: 48.25 })
  await t.as(admin).call(refundOrder, { params: { id: bought }, body: {} })
  await t.as(admin).call(refundOrder, { params: { id: sale }, body: {} })
  const after = (await t.as(admin).call(listEarnings, { query: {} })).data
  expect(after.map(({ platform_share, net }) => [platform_share, net])).toEqual([
    [-3.2, 0],
    [0, -1.75],
  ])
  // A spreadsheet adds up the amounts, including negative ones (API-018).
  const file = await t.request(admin, { method: 'GET', url: '/api/v1/earnings/export' })
  const nets = file.body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1))
  expect(nets).toEqual(['0.00', '-1.75'])
  expect(portal.id).toBe(admin.portal.id)
})

test('a fee whose job gave up is requested by the sweep (ORD-025)', async () => {
  const { buyer, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id }])
  const fee = async () =>
    (
      await t.platform((tx) =>
        tx.selectFrom('payments').select('fee_cents').where('order_id', '=', id).executeTakeFirstOrThrow(),
      )
    ).fee_cents
  const after = (hours: number) => sweepPayments(t.app.db, t.app.services, new Date(Date.now() + hours * 3_600_000))
  await after(23)
  expect(await fee()).toBeNull()
  await after(25)
  expect(await fee()).toBe(175)
})

describe('comparing the provider with the books (ORD-009, ORD-046)', () => {
  const HOUR = 3_600_000
  const differences = (orders: readonly number[]) =>
    reconcile(t.app.db, t.app.services.payments, {
      since: new Date(Date.now() - 90 * 24 * HOUR),
      now: new Date(Date.now() + 2 * HOUR),
    }).then((all) => all.filter(({ order_id }) => orders.includes(order_id ?? 0)).map(({ problem }) => problem))

  test('payments, refunds and chargebacks agree', async () => {
    const { portal, buyer, admin, course } = await setUp()
    const paid = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 4 }])
    await t.as(admin).call(refundOrder, { params: { id: paid }, body: { amount: 20 } })
    const late = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    await shop.complete(portal, late.id)
    await t.app.jobs.drain()
    expect(await differences([paid, late.id])).toEqual([])
    // The provider dates a payment by the opening of its page, the books by the message.
    const paid_at = new Date(Date.now() - 100 * 24 * HOUR)
    await t.platform((tx) => tx.updateTable('payments').set({ paid_at }).where('order_id', '=', paid).execute())
    expect(await differences([paid])).toEqual([])
  })

  test('a chargeback, a refund and a fee missing in the books are found, even for an old payment (ORD-025, ORD-048)', async () => {
    const { buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
    const { payment_reference: reference } = await shop.order(id)
    const problems = async () => {
      const now = new Date(Date.now() + 30 * 24 * HOUR)
      const all = await reconcile(t.app.db, t.app.services.payments, { since: new Date(Date.now() - HOUR), now })
      return all.filter(({ order_id }) => order_id === id).map(({ problem }) => problem)
    }
    expect(await problems()).toEqual(['the fee differs'])
    await t.app.jobs.drain()
    expect(await problems()).toEqual([])
    const dispute = await shop.controls().dispute(reference!)
    expect(await problems()).toEqual(['the chargeback differs', 'the number of chargebacks differs'])
    const set = (values: object) =>
      t.platform((tx) => tx.updateTable('orders').set(values).where('id', '=', id).execute())
    const { portal_id } = await shop.order(id)
    const of = { portal_id, order_id: id, payment_reference: reference!, fee_cents: 0, created_at: new Date() }
    await t.platform((tx) =>
      tx
        .insertInto('disputes')
        .values({ ...of, status: 'open' })
        .execute(),
    )
    expect(await problems()).toEqual(['the order says otherwise how its chargebacks stand'])
    await set({ dispute_status: 'open' })
    expect(await problems()).toEqual([])
    await shop.controls().closeDispute(dispute.id, 'lost')
    expect(await problems()).toEqual(['the chargeback differs', 'what the chargeback took differs'])
    await t.platform((tx) => tx.updateTable('disputes').set({ status: 'lost' }).where('order_id', '=', id).execute())
    await set({
      dispute_status: 'lost',
      refunded_cents: 100,
      platform_share_cents: 1,
      destination_account: 'acct_other',
    })
    expect(await problems()).toEqual([
      'what the chargeback took differs',
      'another account got the money',
      'the order says otherwise what was refunded',
    ])
  })

  test('a lost message, a changed amount, a lost refund and an unknown payment are found', async () => {
    const { buyer, course, admin } = await setUp()
    const lost = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    await shop.pay(lost.id)
    expect(await differences([lost.id])).toEqual(['a payment is not in the books'])

    const changed = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
    const row = () =>
      t.platform((tx) =>
        tx.selectFrom('payments').selectAll().where('order_id', '=', changed).executeTakeFirstOrThrow(),
      )
    const set = (values: object) =>
      t.platform((tx) => tx.updateTable('payments').set(values).where('order_id', '=', changed).execute())
    const { payment_reference } = await row()
    await set({ amount_cents: 9999 })
    expect(await differences([changed])).toEqual(['the amount differs', 'the order has another total'])
    await set({ amount_cents: 10_000 })
    await t.app.services.payments.stripe.refunds.create({ payment_intent: payment_reference, amount: 700 })
    expect(await differences([changed])).toEqual(['what was refunded differs'])
    await t.platform((tx) =>
      tx.updateTable('orders').set({ payment_reference: 'pi_other' }).where('id', '=', changed).execute(),
    )
    expect((await differences([changed])).toSorted()).toEqual([
      'a completed order has no payment',
      'money that bought nothing does not go back',
      'what was refunded differs',
    ])
    expect(admin.role).toBe('portal_admin')

    const unknown = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
    await t.platform((tx) =>
      tx.updateTable('payments').set({ payment_reference: 'pi_unknown' }).where('order_id', '=', unknown).execute(),
    )
    await t.platform((tx) =>
      tx.updateTable('orders').set({ payment_reference: 'pi_unknown' }).where('id', '=', unknown).execute(),
    )
    expect((await differences([unknown])).toSorted()).toEqual([
      'a payment is not in the books',
      'the provider does not know the payment',
    ])
  })
})
