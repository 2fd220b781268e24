import { describe, expect, test } from 'vitest'
import { refundOrder } from '#features/payments/contract.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)

const setUp = async (values: Record<string, unknown>) => {
  const portal = await t.make.portal(values)
  const admin = await s.person('portal_admin', portal)
  return { portal, admin, plan: await s.plan() }
}
const setTax = (portal: TestPortal, is_sales_tax_on: boolean) =>
  t.platform((tx) => tx.updateTable('portals').set({ is_sales_tax_on }).where('id', '=', portal.id).execute())
const sums = (portal: TestPortal) =>
  t.platform((tx) =>
    tx
      .selectFrom('orders')
      .select(['id', 'status', 'subtotal_cents', 'tax_cents', 'total_cents', 'invoice_number'])
      .where('portal_id', '=', portal.id)
      .orderBy('id')
      .execute(),
  )

/** 8.25 percent of 99 dollars. */
const TAX = 817

describe('sales tax on payments with the saved card (CRT-017, ORD-028)', () => {
  test('is on the first payment, every later one and the renewal, once each', async () => {
    const { portal, admin, plan } = await setUp({ is_sales_tax_on: true })
    await s.subscribe(admin, plan.id, 'monthly')
    await s.pass(31)
    await s.run()
    await s.run()
    await s.deliverPayments(portal, 2)
    await s.passMonths(portal, 12)
    const orders = await sums(portal)
    expect(orders.length).toBe(14)
    for (const order of orders)
      expect(order).toMatchObject({ status: 3, subtotal_cents: 9900, tax_cents: TAX, total_cents: 9900 + TAX })
    expect((await s.running(portal.id)).instalments_paid).toBe(2)
  })

  test('is not added if it is off, and follows the switch from the next payment on', async () => {
    const { portal, admin, plan } = await setUp({})
    await s.subscribe(admin, plan.id, 'monthly')
    await s.passMonths(portal, 1)
    await setTax(portal, true)
    await s.passMonths(portal, 1)
    await setTax(portal, false)
    await s.passMonths(portal, 1)
    expect((await sums(portal)).map(({ tax_cents }) => tax_cents)).toEqual([0, 0, TAX, 0])
  })

  test('uses the provider’s customer address if no bill has one, and is left out if there is none', async () => {
    const { portal, admin, plan } = await setUp({ is_sales_tax_on: true })
    await s.subscribe(admin, plan.id, 'monthly')
    await t.platform((tx) =>
      tx.updateTable('orders').set({ billing_address: null }).where('portal_id', '=', portal.id).execute(),
    )
    await s.passMonths(portal, 1)
    const { stripe } = t.app.services.payments
    const intent = await stripe.paymentIntents.retrieve((await s.running(portal.id)).card_reference ?? '')
    await stripe.customers.update(String(intent.customer), { address: { postal_code: '80202', country: 'US' } })
    await s.passMonths(portal, 1)
    expect((await sums(portal)).map(({ tax_cents }) => tax_cents)).toEqual([TAX, 0, TAX])
  })

  test('of a plan bought with its portal follows the portal that sold it (ROL-005)', async () => {
    const core = await t.platform((tx) =>
      tx
        .selectFrom('portals')
        .select(['id', 'slug', 'name'])
        .where('id', '=', t.config.CORE_PORTAL_ID)
        .executeTakeFirstOrThrow(),
    )
    const seller = { ...core, host: `${core.slug}.localhost` }
    await setTax(seller, true)
    const buyer = await s.person('learner', seller)
    const plan = await s.plan()
    await s.shop.buy(buyer, 'subscription', [{ id: plan.id, type: 'monthly', portal_name: 'Quarry School' } as never])
    const { id } = await t.platform((tx) =>
      tx.selectFrom('portals').select('id').where('name', '=', 'Quarry School').executeTakeFirstOrThrow(),
    )
    const portal = { id, slug: 'quarry-school', name: 'Quarry School', host: 'quarry-school.localhost' }
    await s.passMonths(portal, 1)
    expect(await sums(portal)).toMatchObject([{ status: 3, tax_cents: TAX, total_cents: 9900 + TAX }])
  })

  test('is refunded with the price, and a refund never exceeds both together (ORD-022)', async () => {
    const { portal, admin, plan } = await setUp({ is_sales_tax_on: true })
    await s.subscribe(admin, plan.id, 'monthly')
    await s.passMonths(portal, 1)
    const platform = await s.person('super_admin', portal)
    const id = (await sums(portal)).at(-1)?.id ?? 0
    const refund = (amount?: number) =>
      t.as(platform).call(refundOrder, { params: { id }, body: amount === undefined ? {} : { amount } })
    expect((await refusalOf(refund(107.18)))?.status).toBe(422)
    expect((await refund()).data.amount).toBe(107.17)
  })
})
