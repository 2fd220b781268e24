import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listOrders, showOrder } from '#features/orders/contract.ts'
import { invoiceHref } from '#features/orders/web/invoice.ts'
import { listPayments } from '#features/payments/contract.ts'
import { urlOf } from '#kernel/client.ts'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { downloadInvoice, sendInvoice } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  return { portal, buyer, course: await shop.course(portal) }
}

const idsOf = async (who: TestPerson, query: object = {}) =>
  (await t.as(who).call(listOrders, { query: query as never })).data.map((order) => order.id)

describe('invoices (ORD-015, ORD-016, ORD-021, ORD-026)', () => {
  const invoiceOf = (who: TestPerson | TestPortal, id: number, query = '') =>
    t.request(who, { method: 'GET', url: `/api/v1/orders/${id}/invoice${query}` })

  test('a paid order has its invoice as PDF, for the buyer and roles that handle payments', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const answer = await invoiceOf(buyer, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain('INV-000001.pdf')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await invoiceOf(await t.make.person('accounting', { portal }), id)).statusCode).toBe(200)
    expect((await invoiceOf(await t.make.person('learner', { portal }), id)).statusCode).toBe(404)
    expect((await invoiceOf(portal, id)).statusCode).toBe(404)
  })

  test('people who manage all accounts read a person’s invoices but not the orders; a manager reads none (ORD-015, USR-010, USR-040)', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const query = { scope: 'portal', user_id: buyer.id, has_invoice: 'true' }
    for (const role of ['sub_admin', 'course_admin'] as const) {
      const person = await t.make.person(role, { portal })
      expect(await idsOf(person, query)).toEqual([id])
      expect((await invoiceOf(person, id)).statusCode).toBe(200)
      expect((await refusalOf(t.as(person).call(showOrder, { params: { id } })))?.status).toBe(404)
      expect((await refusalOf(idsOf(person, { scope: 'portal' })))?.status).toBe(403)
    }
    const manager = await t.make.person('manager', { portal })
    expect((await refusalOf(idsOf(manager, query)))?.status).toBe(403)
    expect((await invoiceOf(manager, id)).statusCode).toBe(404)
    expect((await invoiceOf(await t.make.person('course_admin'), id)).statusCode).toBe(404)
  })

  test('the invoice has the portal’s logo, or none if its file is missing (ORD-015)', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    const size = async () => {
      const answer = await t.request(buyer, { method: 'GET', url: `/api/v1/orders/${id}/invoice` })
      expect(answer.statusCode).toBe(200)
      return answer.rawPayload.length
    }
    const without = await size()
    const admin = await t.make.person('portal_admin', { portal })
    const png = await fs.promises.readFile('src/app/demo/files/core-logo.png')
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png')
    const encoded = new Response(form)
    const uploaded = await t.request(admin, {
      method: 'POST',
      url: '/api/v1/portal/logo',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(uploaded.statusCode).toBe(200)
    await expect.poll(size).toBeGreaterThan(without + 1000)
  })

  test('order, lists and invoice keep the name of the buyer as it was when they ordered (ORD-052)', async () => {
    const { portal, buyer, course } = await setUp()
    const named = (values: Record<string, unknown>) =>
      t.platform((tx) =>
        tx
          .updateTable('portal_users')
          .set(values)
          .where('portal_id', '=', portal.id)
          .where('user_id', '=', buyer.id)
          .execute(),
      )
    await named({ first_name: 'Maria', middle_name: null, last_name: 'Lopez' })
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await named({ first_name: 'Mary', last_name: 'Changed', left_at: new Date() })
    const accounting = await t.make.person('accounting', { portal })
    const order = (await t.as(accounting).call(showOrder, { params: { id } })).data
    const [listed] = (await t.as(accounting).call(listOrders, { query: { scope: 'portal' } })).data
    const [paid] = (await t.as(accounting).call(listPayments, { query: {} })).data
    const names = [order.user, listed?.user, paid?.user].map((user) => user?.display_name)
    expect(names).toEqual(['Maria Lopez', 'Maria Lopez', 'Maria Lopez'])
    const [page = ''] = readPdf((await invoiceOf(accounting, id)).rawPayload).texts
    expect(page).toContain('Maria Lopez')
    expect(page).not.toContain('Changed')
  })

  test('a bundle lists its courses as named at the time of the order, on the order, the invoice and the e-mail (ORD-049)', async () => {
    const { portal, buyer } = await setUp()
    const courses = [
      await shop.course(portal, { title: 'Ladder Safety' }),
      await shop.course(portal, { title: 'Fall Protection' }),
    ]
    const alone = await shop.buy(buyer, 'course', [{ id: courses[0]!.id }])
    // Not in id order: the bundle defines their order.
    const bundle = await shop.bundle(portal, courses.toReversed(), { title: 'Heights' })
    const { id } = await shop.checkOut(buyer, 'bundle', [{ id: bundle.id, quantity: 2 }])
    await t.platform((tx) =>
      tx.updateTable('courses').set({ title: 'Renamed' }).where('portal_id', '=', portal.id).execute(),
    )
    await shop.complete(portal, id)
    const named = ['Fall Protection', 'Ladder Safety']
    const listed = async (order: number) => (await t.as(buyer).call(showOrder, { params: { id: order } })).data.items
    expect((await listed(id)).map((item) => item.courses)).toEqual([named])
    expect((await listed(alone)).map((item) => item.courses)).toEqual([[]])

    const [page = ''] = readPdf((await invoiceOf(buyer, id)).rawPayload).texts
    const lines = page.split('\n').filter(Boolean)
    expect(lines.slice(lines.indexOf('Heights')).slice(4, 6)).toEqual(named)
    expect(page).not.toContain('Renamed')

    await t.app.jobs.drain()
    const mails = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('text')
        .where('portal_id', '=', portal.id)
        .where('template', '=', 'invoice')
        .execute(),
    )
    expect(mails.map(({ text }) => text).find((text) => text.includes('Heights'))).toMatch(
      /2 × Heights.*\n– Fall Protection *\n– Ladder Safety/,
    )
  })

  test('without a payment there is no invoice to read or send (ERR-068)', async () => {
    const { portal, buyer, course } = await setUp()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    const free = await shop.checkOut(buyer, 'course', [{ id: (await shop.course(portal, { tiers: { 1: 0 } })).id }])
    for (const order of [id, free.id]) {
      expect((await invoiceOf(buyer, order)).json()).toMatchObject({
        code: 'no_payment_yet',
        message: 'There is no payment yet',
      })
      const sent = t.as(buyer).call(sendInvoice, { params: { id: order }, body: { email: 'books@example.com' } })
      expect(await refusalOf(sent)).toMatchObject({ status: 422, code: 'no_payment_yet' })
    }
  })

  test('it is e-mailed once after the payment and on request, with a link that works without an account', async () => {
    const { portal, buyer, course } = await setUp()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }])
    await t.as(buyer).call(sendInvoice, { params: { id }, body: { email: 'books@example.com' } })
    await t.app.jobs.drain()
    const mails = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select(['to_email', 'subject', 'text'])
        .where('portal_id', '=', portal.id)
        .where('template', '=', 'invoice')
        .orderBy('id')
        .execute(),
    )
    expect(mails.map((mail) => mail.to_email).sort()).toEqual([buyer.email, 'books@example.com'].sort())
    const mail = mails.find((one) => one.to_email === 'books@example.com')!
    expect(mail.subject).toContain('INV-000001')
    const link = /http\S+\/invoice\?[^\s>]+/.exec(mail.text)?.[0]
    const query = new URL(link!).search
    expect((await invoiceOf(portal, id, query)).statusCode).toBe(200)
    expect((await invoiceOf(portal, id, query.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404)
    expect((await invoiceOf(portal, id + 1, query)).statusCode).toBe(404)
    expect((await invoiceOf(await shop.portal(), id, query)).statusCode).toBe(404)
    const stranger = await t.make.person('learner', { portal })
    const sent = t.as(stranger).call(sendInvoice, { params: { id }, body: { email: 'books@example.com' } })
    expect((await refusalOf(sent))?.status).toBe(404)
  })

  test('the address that orders show is that of the call', () => {
    expect(invoiceHref(7)).toBe(`/api/v1${urlOf(downloadInvoice, { params: { id: 7 } })}`)
  })
})
