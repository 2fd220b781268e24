import { describe, expect, test } from 'vitest'
import { showBundle } from '#features/bundles/contract.ts'
import { showCourse } from '#features/catalog/contract.ts'
import { price } from '#features/checkout/contract.ts'
import { showOrder } from '#features/orders/contract.ts'
import { refundOrder, showRefundable } from '#features/payments/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { MANUAL, shippingOf } from '../../../../tests/shipping.ts'
import { ADDRESS, shopOf } from '../../../../tests/shop.ts'
import * as contract from '../contract.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)
const { service, aPortal, aManual, aCourse, shipmentsOf, onlyOf } = shippingOf(t)

describe('what the shipping service offers', () => {
  test('categories and carriers are fetched once a day, and again for another key (SHP-005, SHP-006)', async () => {
    const { admin } = await aPortal()
    const api = t.as(admin)
    const before = service().calls().length
    const { data: categories } = await api.call(contract.listShippingCategories)
    expect(categories).toContainEqual({ value: 'documents', label: 'Documents' })
    const { data: carriers } = await api.call(contract.listShippingCarriers)
    expect(carriers.map(({ label }) => label)).toContain('USPS - Media Mail')
    expect((await api.call(contract.listShippingCategories)).data).toEqual(categories)
    expect(service().calls().length - before).toBe(2)
    await t.platform((tx) =>
      tx
        .updateTable('shipping_choices')
        .set({ fetched_at: new Date(Date.now() - 25 * 3_600_000) })
        .where('portal_id', '=', admin.portal.id)
        .execute(),
    )
    service().failNext(503)
    // The service is down: yesterday’s answer still helps.
    expect((await api.call(contract.listShippingCategories)).data).toEqual(categories)
    expect((await api.call(contract.listShippingCategories)).data).toEqual(categories)
    expect(service().calls().length - before).toBe(4)
  })
})

describe('items to ship', () => {
  test('items to ship are managed like other content (CNT-015, CNT-035)', async () => {
    const { admin } = await aPortal()
    const api = t.as(admin)
    const { data } = await api.call(contract.shippableProducts.create, { body: MANUAL })
    expect(data).toEqual({ id: data.id, ...MANUAL, version: 0 })
    const params = { id: data.id }
    await api.call(contract.shippableProducts.update, { params, body: { value: 30.5 } })
    expect((await api.call(contract.shippableProducts.show, { params })).data).toMatchObject({ ...MANUAL, value: 30.5 })
    const wrong = { ...MANUAL, weight: 0, title: ' ' }
    await expect(api.call(contract.shippableProducts.create, { body: wrong })).rejects.toMatchObject({
      status: 422,
      errors: { weight: expect.any(Array), title: expect.any(Array) },
    })
    await api.call(contract.shippableProducts.remove, { params })
    expect((await api.call(contract.shippableProducts.list)).data).toEqual([])
  })

  test('a course names the items shipped with it, from its own portal, and none by default (SHP-003, SHP-004, BLD-036)', async () => {
    const { portal, admin } = await aPortal()
    const course = await shop.course(portal)
    const api = t.as(admin)
    const params = { slug: course.slug }
    const nothing = { option: 'none', shippable_product_id: null, category: null, carrier: null, price: 0 }
    expect((await api.call(contract.showCourseShipping, { params })).data).toMatchObject(nothing)
    const save = (body: object) => api.call(contract.updateCourseShipping, { params, body: body as never })
    await expect(save({ option: 'delivery' })).rejects.toMatchObject({
      errors: { shippable_product_id: ['This field is required.'] },
    })
    const foreign = await aManual((await aPortal()).admin)
    await expect(save({ option: 'delivery', shippable_product_id: foreign })).rejects.toMatchObject({ status: 422 })
    const settings = {
      option: 'signature',
      shippable_product_id: await aManual(admin),
      category: 'documents',
      carrier: 'x',
      price: 4.5,
    }
    expect((await save(settings)).data).toMatchObject(settings)
    expect((await api.call(contract.showCourseShipping, { params })).data).toMatchObject(settings)
  })

  test('a bundle names its own items, or its courses do (SHP-003, CNT-037)', async () => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin)
    const bundle = await shop.bundle(portal, [course, await shop.course(portal)], { price_cents: 0 })
    const buy = async () => {
      const buyer = await t.make.person('learner', { portal })
      await shop.checkOut(buyer, 'bundle', [{ id: bundle.id }], { shipping_address: ADDRESS })
    }
    await buy()
    expect((await onlyOf(admin)).items).toEqual([{ title: MANUAL.title, quantity: 1 }])
    const params = { id: bundle.id }
    await t.as(admin).call(contract.updateBundleShipping, { params, body: { option: 'none' } })
    expect((await t.as(admin).call(contract.showBundleShipping, { params })).data).toMatchObject({ option: 'none' })
    await buy()
    await onlyOf(admin)
  })

  test('the checkout asks for a shipping address if something is shipped (CRT-023)', async () => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin)
    const buyer = await t.make.person('learner', { portal })
    const needs = async (id: number) =>
      (await t.as(buyer).call(price, { body: { kind: 'course', items: [{ id }] } })).data.needs_shipping
    expect(await needs(course.id)).toBe(true)
    await expect(shop.checkOut(buyer, 'course', [{ id: course.id }])).rejects.toMatchObject({
      status: 422,
      errors: { shipping_address: ['This field is required.'] },
    })
    const plain = await shop.course(portal, { tiers: { 1: 0 } })
    expect(await needs(plain.id)).toBe(false)
    expect((await shop.checkOut(buyer, 'course', [{ id: plain.id }])).status).toBe(3)
    expect(await shipmentsOf(admin)).toEqual([])
  })
})

describe('the shipping cost', () => {
  const sold = async (price_cents = 5000) => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin, { price: 6.95 }, { 1: price_cents })
    return { portal, admin, course, buyer: await t.make.person('learner', { portal }) }
  }
  const manuals = (quantity: number) => ({
    title: `Shipping: ${MANUAL.title}`,
    quantity,
    unit_price: 6.95,
    total: Number((6.95 * quantity).toFixed(2)),
  })

  test('is a line in the price and the order, once for each seat, and is paid with it (SHP-004, CRT-016, CRT-034)', async () => {
    const { portal, course, buyer } = await sold()
    const items = [{ id: course.id, quantity: 2 }]
    const { data } = await t.as(buyer).call(price, { body: { kind: 'course', items } })
    expect(data).toMatchObject({ total: 113.9, shipping: [manuals(2)], items: [{ id: course.id, total: 100 }] })
    expect(data.items).toHaveLength(1)
    const { id } = await shop.checkOut(buyer, 'course', items, { shipping_address: ADDRESS, expected_total: 113.9 })
    const page = await t.app.services.payments.stripe.checkout.sessions.retrieve(await shop.pageOf(id), {
      expand: ['line_items'],
    })
    expect(page.line_items?.data.map(({ amount_total }) => amount_total)).toEqual([10_000, 1390])
    await shop.complete(portal, id)
    const order = (await t.as(buyer).call(showOrder, { params: { id } })).data
    expect(order).toMatchObject({
      subtotal: 113.9,
      total: 113.9,
      items: [{ kind: 'course' }, { kind: 'shipping', ...manuals(2) }],
    })
  })

  test('is shown on the pages of the course and its bundles before buying (SHP-004)', async () => {
    const { portal, admin, course } = await sold()
    const bundle = await shop.bundle(portal, [course, await shop.course(portal)])
    const shippingText = async () => {
      const call = t.as(portal)
      const [ofCourse, ofBundle] = await Promise.all([
        call.call(showCourse, { params: { slug: course.slug } }),
        call.call(showBundle, { params: { slug: bundle.slug } }),
      ])
      return [ofCourse.data.shipping, ofBundle.data.shipping]
    }
    const manual = { title: MANUAL.title, price: 6.95 }
    expect(await shippingText()).toEqual([[manual], [manual]])
    await t.as(admin).call(contract.updateBundleShipping, { params: { id: bundle.id }, body: { option: 'none' } })
    expect(await shippingText()).toEqual([[manual], []])
    const params = { slug: course.slug }
    await t.as(admin).call(contract.updateCourseShipping, { params, body: { option: 'none' } })
    expect(await shippingText()).toEqual([[], []])
  })

  test('is taxed by the provider as shipping, not as the shipped item (SHP-004, CRT-017)', async () => {
    const { portal, admin } = await aPortal()
    await t.platform((tx) =>
      tx.updateTable('portals').set({ is_sales_tax_on: true }).where('id', '=', portal.id).execute(),
    )
    const course = await aCourse(portal, admin, { price: 6.95 }, { 1: 5000 })
    const buyer = await t.make.person('learner', { portal })
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }], { shipping_address: ADDRESS })
    const page = await t.app.services.payments.stripe.checkout.sessions.retrieve(await shop.pageOf(id), {
      expand: ['line_items.data.price.product'],
    })
    const products = page.line_items?.data.map(({ price }) => price?.product)
    expect(products).toMatchObject([
      { name: course.title, tax_code: null },
      { name: `Shipping: ${MANUAL.title}`, tax_code: 'txcd_92010001' },
    ])
  })

  test('is shown again if it changed before the payment, before anything is created (SHP-004, CRT-016)', async () => {
    const { admin, course, buyer } = await sold()
    const shippable_product_id = await aManual(admin)
    const body = { option: 'delivery' as const, shippable_product_id, price: 8 }
    await t.as(admin).call(contract.updateCourseShipping, { params: { slug: course.slug }, body })
    const pay = shop.checkOut(buyer, 'course', [{ id: course.id }], {
      shipping_address: ADDRESS,
      expected_total: 56.95,
    })
    await expect(pay).rejects.toMatchObject({ status: 409, message: expect.stringContaining('$58.00') })
  })

  test('of a free course is paid (SHP-004, CRT-029)', async () => {
    const { course, buyer } = await sold(0)
    const order = await shop.checkOut(buyer, 'course', [{ id: course.id }], { shipping_address: ADDRESS })
    expect(order).toMatchObject({ total: 6.95, status: 1, url: expect.any(String) })
  })

  test('that was paid still ships the item, even if the course no longer ships anything (SHP-004, SHP-009)', async () => {
    const { portal, admin, course, buyer } = await sold()
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id }], { shipping_address: ADDRESS })
    const params = { slug: course.slug }
    await t.as(admin).call(contract.updateCourseShipping, { params, body: { option: 'none' } })
    await shop.complete(portal, id)
    expect(await onlyOf(admin)).toMatchObject({ order_id: id, items: [{ title: MANUAL.title, quantity: 1 }] })
  })

  test('is refunded with its seats, to the cent, but not for used seats (SHP-004, ORD-022, ORD-045)', async () => {
    const { admin, course, buyer } = await sold()
    const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 3 }], { shipping_address: ADDRESS })
    const refundable = async () => (await t.as(admin).call(showRefundable, { params: { id } })).data
    expect(await refundable()).toMatchObject({ most: 170.85, shares: [{ total: 170.85, seats: 3, unused: 3 }] })
    await ledger.spend(buyer, course.id, 1)
    expect(await refundable()).toMatchObject({ most: 113.9, shares: [{ used: 1, unused: 2 }] })
    await t.as(admin).call(refundOrder, { params: { id }, body: {} })
    await t.app.jobs.drain()
    expect(await shop.order(id)).toMatchObject({ refunded_cents: 11_390, status: 3 })
    // The used seat keeps its parcel.
    expect(await onlyOf(admin)).toMatchObject({ is_cancelled: false })
  })

  test('that is fully refunded recalls the parcel (SHP-010, ORD-022, ORD-051)', async () => {
    const { portal, admin, course, buyer } = await sold()
    const id = await shop.buy(buyer, 'course', [{ id: course.id }], { shipping_address: ADDRESS })
    await t.app.jobs.drain()
    await t.as(admin).call(refundOrder, { params: { id }, body: {} })
    await t.app.jobs.drain()
    expect(await shop.order(id)).toMatchObject({ refunded_cents: 5695, status: 6 })
    expect(await onlyOf(admin)).toMatchObject({ is_cancelled: true })
    expect(service().shipments().at(-1)).toMatchObject({ shipment_state: 'cancelled' })
    // It stays so if the refund fails later, as the e-mails say (ORD-051).
    await shop.bounce(portal, id)
    expect(await onlyOf(admin)).toMatchObject({ is_cancelled: true })
    const letters = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select('text')
        .where('portal_id', '=', portal.id)
        .where('template', 'like', 'refund-failed%')
        .execute(),
    )
    expect(letters.length).toBeGreaterThan(1)
    for (const { text } of letters) expect(text).toContain('was canceled')
  })

  test('of two bundles with one manual is paid for each, and both travel in one parcel (SHP-004, SHP-009)', async () => {
    const { portal, admin, course, buyer } = await sold()
    const [one, two] = await Promise.all([shop.bundle(portal, [course]), shop.bundle(portal, [course])])
    const items = [{ id: one.id }, { id: two.id, quantity: 2 }]
    const id = await shop.buy(buyer, 'bundle', items, { shipping_address: ADDRESS })
    const order = (await t.as(buyer).call(showOrder, { params: { id } })).data
    expect(order.items.map(({ kind, total }) => [kind, total])).toEqual([
      ['bundle', 90],
      ['bundle', 180],
      ['shipping', 6.95],
      ['shipping', 13.9],
    ])
    expect((await onlyOf(admin)).items).toEqual([{ title: MANUAL.title, quantity: 3 }])
  })

  test.each([
    ['as one up to 9,999', [4999, 5000], [9999]],
    ['as several beyond that', [5000, 5000], [5000, 5000]],
    ['and what still fits is added to what is there', [9000, 9000, 999], [9999, 9000]],
  ])('things of one kind travel %s, the most that a parcel’s line takes (SHP-009)', async (_, seats, packed) => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin)
    const bundles = await Promise.all(seats.map(() => shop.bundle(portal, [course], { price_cents: 0 })))
    const buyer = await t.make.person('learner', { portal })
    const items = bundles.map(({ id }, index) => ({ id, quantity: seats[index] ?? 0 }))
    await shop.checkOut(buyer, 'bundle', items, { shipping_address: ADDRESS })
    expect((await onlyOf(admin)).items).toEqual(packed.map((quantity) => ({ title: MANUAL.title, quantity })))
    await t.app.jobs.drain()
    expect(await onlyOf(admin)).toMatchObject({ status: 'SUCCESS', error: null })
  })
})
