import { describe, expect, test } from 'vitest'
import { sendInvoice } from '#features/invoices/contract.ts'
import { listEarnings, listPayments, listRefunds, refundOrder, showPayment } from '#features/payments/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listOrders, showOrder } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

const setUp = async () => {
  const portal = await shop.portal()
  return { portal, buyer: await t.make.person('learner', { portal }), course: await shop.course(portal) }
}
const idsOf = async (who: TestPerson, query: object = {}) =>
  (await t.as(who).call(listOrders, { query: query as never })).data.map((order) => order.id)

describe('what a partner sees of sales (ROL-027, ROL-050)', () => {
  test('partners see only the orders of their own company’s courses (ROL-027)', async () => {
    const { portal, buyer, course } = await setUp()
    const partner = await t.make.person('partner', { portal })
    const { id: companyId } = await t.platform((tx) =>
      tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: 'acme', name: 'Acme', user_id: partner.id })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const theirs = await shop.course(portal, { partner_company_id: companyId })
    const own = await shop.buy(buyer, 'course', [{ id: theirs.id }])
    const mixed = await shop.buy(buyer, 'course', [
      { id: theirs.id, quantity: 2 },
      { id: course.id, quantity: 2 },
    ])
    expect(await idsOf(partner, { scope: 'portal' })).toEqual([own])
    expect((await t.as(partner).call(listPayments, { query: {} })).data.map((payment) => payment.order_id)).toEqual([
      own,
    ])
    expect(await refusalOf(t.as(partner).call(showOrder, { params: { id: own } }))).toBeUndefined()
    expect((await refusalOf(t.as(partner).call(showOrder, { params: { id: mixed } })))?.status).toBe(404)
  })

  test('orders of another partner, or only partly theirs, are in no list, total, invoice or refund of a partner (ROL-027, ROL-050, ORD-025)', async () => {
    const { portal, buyer, course } = await setUp()
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const person = await t.make.person('partner', { portal })
        const values = { portal_id: portal.id, slug: name, name, user_id: person.id }
        const company = await t.platform((tx) =>
          tx.insertInto('partner_companies').values(values).returning('id').executeTakeFirstOrThrow(),
        )
        return { person, course: await shop.course(portal, { partner_company_id: company.id }) }
      }),
    )
    if (!one || !two) throw new Error('Two partners')
    const own = await shop.buy(buyer, 'course', [{ id: one.course.id, quantity: 2 }])
    const others = await shop.buy(buyer, 'course', [{ id: two.course.id, quantity: 2 }])
    const mixed = await shop.buy(buyer, 'course', [
      { id: one.course.id, quantity: 2 },
      { id: course.id, quantity: 2 },
    ])
    const admin = t.as(await t.make.person('portal_admin', { portal }))
    for (const id of [own, others, mixed]) await admin.call(refundOrder, { params: { id }, body: { amount: 10 } })
    const api = t.as(one.person)
    const earned = await api.call(listEarnings, { query: {} })
    expect(earned.data.map((row) => row.order_id)).toEqual([own])
    expect(earned.meta.totals).toMatchObject({ gross: 100, refunded: 10 })
    expect((await api.call(listRefunds, { query: {} })).data.map((row) => row.order_id)).toEqual([own])
    expect((await api.call(listRefunds, { query: { order_id: others } })).data).toEqual([])
    const payments = (await admin.call(listPayments, { query: {} })).data
    for (const { id, order_id } of payments) {
      const seen = await refusalOf(api.call(showPayment, { params: { id } }))
      const sheet = await t.request(one.person, { method: 'GET', url: `/api/v1/orders/${order_id}/invoice` })
      const mailed = await refusalOf(
        api.call(sendInvoice, { params: { id: order_id }, body: { email: 'books@example.com' } }),
      )
      const refunded = await refusalOf(api.call(refundOrder, { params: { id: order_id }, body: { amount: 1 } }))
      const all = [seen?.status ?? 200, sheet.statusCode, mailed?.status ?? 200, refunded?.status ?? 200]
      expect(all).toEqual(Array(4).fill(order_id === own ? 200 : 404))
    }
    expect(payments).toHaveLength(3)
    const newcomer = t.as(await t.make.person('partner', { portal }))
    expect((await newcomer.call(listOrders, { query: { scope: 'portal' } })).data).toEqual([])
    expect((await newcomer.call(listEarnings, { query: {} })).data).toEqual([])
  })
})
