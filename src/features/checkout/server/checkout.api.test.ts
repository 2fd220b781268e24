import { expect, test } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { updateSettings } from '../../portals/contract.ts'
import { cartBundles, cartCourses, createPayment, price } from '../contract.ts'

const t = testApp()
const shop = shopOf(t)

const tiers = { 1: 5000, 10: 4500, 50: 3000 }

test('prices follow the tiers, in cents on the server (CRT-011, CRT-012, CRT-013, CRT-016, CRT-034)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal, { tiers: { 5: 1999, 10: 1050 } })
  const other = await shop.course(portal, { tiers: { 1: 333 } })
  const items = [
    { id: course.id, quantity: 3 },
    { id: other.id, quantity: 3 },
  ]
  const { data } = await t.as(portal).call(price, { body: { kind: 'course', items } })
  expect(data).toEqual({
    items: [
      { id: course.id, title: course.title, quantity: 3, unit_price: 19.99, total: 59.97 },
      { id: other.id, title: other.title, quantity: 3, unit_price: 3.33, total: 9.99 },
    ],
    total: 69.96,
    currency: 'USD',
    shipping: [],
    needs_shipping: false,
  })
  const ten = await t.as(portal).call(price, { body: { kind: 'course', items: [{ id: course.id, quantity: 10 }] } })
  expect(ten.data.total).toBe(105)
})

test('a bundle costs its discount price (CRT-014)', async () => {
  const portal = await shop.portal()
  const courses = [await shop.course(portal), await shop.course(portal)]
  const bundle = await shop.bundle(portal, courses, { price_cents: 9000, discount_price_cents: 7050 })
  const { data } = await t.as(portal).call(price, { body: { kind: 'bundle', items: [{ id: bundle.id, quantity: 2 }] } })
  expect(data).toMatchObject({ items: [{ unit_price: 70.5, total: 141 }], total: 141 })
})

test('an item named twice is priced with both quantities together (CRT-009, CRT-011)', async () => {
  const portal = await shop.portal()
  const course = await shop.course(portal, { tiers })
  const items = [
    { id: course.id, quantity: 4 },
    { id: course.id, quantity: 6 },
  ]
  const { data } = await t.as(portal).call(price, { body: { items } })
  expect(data.items).toMatchObject([{ quantity: 10, unit_price: 45 }])
  const many = {
    items: [
      { id: course.id, quantity: 9000 },
      { id: course.id, quantity: 1000 },
    ],
  }
  expect(await refusalOf(t.as(portal).call(price, { body: many }))).toMatchObject({
    status: 422,
    errors: { 'items.0.quantity': ['Please enter a value of no more than 9999.'] },
  })
})

test.each([
  [0, 'Please enter a value of at least 1.'],
  [10_000, 'Please enter a value of no more than 9999.'],
  [1.5, 'Please enter a whole number.'],
])('a quantity of %d is refused (CRT-007)', async (quantity, text) => {
  const portal = await shop.portal()
  const course = await shop.course(portal)
  const answer = await refusalOf(t.as(portal).call(price, { body: { items: [{ id: course.id, quantity }] } }))
  expect(answer).toMatchObject({ status: 422, errors: { 'items.0.quantity': [text] } })
})

test('an item that cannot be bought gets the same refusal, whether missing, foreign, unpublished or without a price (API-021, ERR-022)', async () => {
  const portal = await shop.portal()
  const elsewhere = await shop.portal()
  const one = await shop.course(portal)
  const wrong = [
    await shop.course(elsewhere),
    await shop.course(portal, { publication_status: 1 }),
    await shop.course(portal, { publication_status: 3 }),
    await shop.course(portal, { publication_status: 4 }),
    await shop.course(portal, { is_marketable: false }),
    await shop.course(portal, { tiers: {} }),
    { id: 999_999 },
  ]
  const items = [one, ...wrong].map(({ id }) => ({ id, quantity: 1 }))
  expect(await refusalOf(t.as(portal).call(price, { body: { items } }))).toEqual({
    status: 422,
    code: 'invalid',
    message: 'Some items are no longer available and were removed from your cart.',
    errors: Object.fromEntries(wrong.map((_, index) => [`items.${index + 1}.id`, ['Selected value is not valid']])),
  })
})

test('the cart reads full records of items that can be bought and leaves the rest out (CRT-004, CRT-031, CRT-032)', async () => {
  const portal = await shop.portal()
  const [first, second, gone] = [
    await shop.course(portal, { tiers }),
    await shop.course(portal),
    await shop.course(portal, { publication_status: 4 }),
  ]
  const coming = await shop.course(portal, { publication_status: 3 })
  const foreign = await shop.course(await shop.portal())
  const ids = [second.id, gone.id, first.id, coming.id, foreign.id, 999_999]
  const { data } = await t.as(portal).call(cartCourses, { query: { ids } })
  expect(data.map((course) => course.id)).toEqual([second.id, first.id])
  expect(data[1]?.course_pricings.map(({ from, price: each }) => [from, each])).toEqual([
    [1, 50],
    [10, 45],
    [50, 30],
  ])

  const bundle = await shop.bundle(portal, [first, second])
  const broken = await shop.bundle(portal, [first, gone])
  const draft = await shop.bundle(portal, [first, second], { publication_status: 1 })
  const bundles = await t.as(portal).call(cartBundles, { query: { ids: [draft.id, broken.id, bundle.id] } })
  expect(bundles.data.map(({ id }) => id)).toEqual([bundle.id])
  expect(bundles.data[0]?.courses.map(({ id }) => id)).toEqual([first.id, second.id])
  expect((await t.as(portal).call(cartCourses, { query: {} })).data).toEqual([])
})

test('a portal that sells nothing to the public has no cart and no checkout (ROU-107, ROU-114, ROU-130)', async () => {
  for (const values of [{ is_marketable: false }, { is_marketable: true, type: 1 }]) {
    const portal = await shop.portal(values)
    const course = await shop.course(portal)
    const items = [{ id: course.id, quantity: 1 }]
    expect((await refusalOf(t.as(portal).call(cartCourses, { query: { ids: [course.id] } })))?.status).toBe(404)
    expect((await refusalOf(t.as(portal).call(price, { body: { items } })))?.status).toBe(404)
    const learner = await t.make.person('learner', { portal })
    expect((await refusalOf(shop.checkOut(learner, 'course', items)))?.status).toBe(404)
  }
})

test('a payment creates a pending order and returns the provider’s page (CRT-022, CRT-025, CRT-026, CRT-027, ORD-002)', async () => {
  const portal = await shop.portal({ name: 'Acme' })
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal, { tiers })
  const answer = await shop.checkOut(learner, 'course', [{ id: course.id, quantity: 10 }], { expected_total: 450 })
  expect(answer).toMatchObject({ status: 1, total: 450 })
  expect(answer.url).toContain('/pay/')

  const { data } = await t.as(learner).call(showOrder, { params: { id: answer.id } })
  expect(data).toMatchObject({
    id: answer.id,
    portal_id: portal.id,
    type: 'course',
    status: 1,
    status_name: 'pending',
    total: 450,
    currency: 'USD',
    refunded_total: 0,
    items: [{ kind: 'course', id: course.id, title: course.title, quantity: 10, unit_price: 45, total: 450 }],
    billing_address: { address: '1 Main Street', city: 'Denver', state: 'CO', zip_code: '80202', country: 'US' },
    payment_reference: null,
    paid_at: null,
    cancelled_at: null,
    invoice_number: null,
    payment_url: answer.url,
    user: { id: learner.id, email: learner.email },
  })
  expect((await shop.order(answer.id)).terms_accepted_at).not.toBeNull()
  const page = await t.app.services.payments.stripe.checkout.sessions.retrieve(await shop.pageOf(answer.id))
  expect(page).toMatchObject({
    amount_total: 45_000,
    currency: 'usd',
    customer_email: learner.email,
    success_url: `http://${portal.host}/orders/success/course?order=${answer.id}`,
    cancel_url: `http://${portal.host}/checkout/course?cancelled_order=${answer.id}`,
  })
})

test('changed prices answer 409 and create no order (CRT-016)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal, { tiers })
  const refusal = await refusalOf(
    shop.checkOut(learner, 'course', [{ id: course.id, quantity: 1 }], { expected_total: 45 }),
  )
  expect(refusal).toMatchObject({ status: 409, code: 'conflict', message: expect.stringContaining('$50.00') })
  const orders = await t.platform((tx) =>
    tx.selectFrom('orders').select('id').where('portal_id', '=', portal.id).execute(),
  )
  expect(orders).toEqual([])
})

test('an amount that the provider cannot take is refused before anything is written (CRT-016)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const cheap = await shop.course(portal, { tiers: { 1: 10 } })
  const dear = await shop.course(portal, { tiers: { 1: 99_999_999 } })
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: cheap.id, quantity: 4 }]))).toMatchObject({
    status: 422,
    errors: { items: ['Please enter a value of at least 0.5.'] },
  })
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: dear.id, quantity: 2 }]))).toMatchObject({
    status: 422,
    errors: { items: ['Please enter a value of no more than 999999.99.'] },
  })
})

test('the terms, the age and the billing address are asked for (CRT-023, CRT-025)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const missing = { has_accepted_terms: false, is_of_age: false, billing_address: null }
  const text = ['This field is required.']
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: course.id }], missing))).toMatchObject({
    status: 422,
    errors: { has_accepted_terms: text, is_of_age: text, billing_address: text },
  })
})

test('the ZIP code is enough for a seat, but not if sales tax depends on the address (CRT-023)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const short = { billing_address: { zip_code: '43004' } }
  const { id } = await shop.checkOut(learner, 'course', [{ id: course.id }], short)
  expect((await shop.order(id)).billing_address).toMatchObject({ address: '', city: '', state: '', zip_code: '43004' })
  const wrong = { billing_address: { zip_code: '430' } }
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: course.id }], wrong))).toMatchObject({
    status: 422,
    errors: { 'billing_address.zip_code': ['Please enter a ZIP code of 5 or 5+4 digits.'] },
  })

  const admin = await t.make.person('portal_admin', { portal })
  await t.as(admin).call(updateSettings, { body: { is_sales_tax_on: true } })
  const text = ['This field is required.']
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: course.id }], short))).toMatchObject({
    status: 422,
    errors: { 'billing_address.address': text, 'billing_address.city': text, 'billing_address.state': text },
  })
})

test('the buyer returns only to the portal’s own host (CRT-028)', async () => {
  const portal = await shop.portal()
  const other = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const foreign = {
    success_url: `http://${other.host}/orders/success/course`,
    cancel_url: 'https://evil.example.com/checkout/course',
  }
  expect(await refusalOf(shop.checkOut(learner, 'course', [{ id: course.id }], foreign))).toMatchObject({
    status: 422,
    errors: { success_url: ['Please enter a valid URL.'], cancel_url: ['Please enter a valid URL.'] },
  })
})

test('an empty cart is no order (CRT-030)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  expect(await refusalOf(shop.checkOut(learner, 'course', []))).toMatchObject({
    status: 422,
    errors: { items: ['This field is required.'] },
  })
})

test('an order of $0 is completed at once, without the provider (CRT-029, ORD-009)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal, { tiers: { 1: 0 } })
  const before = shop.controls().events().length
  const answer = await shop.checkOut(learner, 'course', [{ id: course.id }])
  expect(answer).toMatchObject({ status: 3, total: 0, url: null })
  expect(await shop.enrollmentsOf(learner.id)).toMatchObject([{ course_id: course.id, role: 'learner' }])
  expect(shop.controls().events().length).toBe(before)
  // Nothing was paid, so there is nothing to invoice (ORD-026).
  expect(await shop.order(answer.id)).toMatchObject({ invoice_number: null, payment_reference: null })
})

test('a double click with the same key creates one order and one page (API-024, ORD-012)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const items = [{ id: course.id }]
  const answers = await Promise.all([1, 2, 3].map(() => shop.checkOut(learner, 'course', items, {}, 'click-1')))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  expect(answers[0]?.url).toContain('/pay/')
  const orders = await t.platform((tx) =>
    tx.selectFrom('orders').select('id').where('user_id', '=', learner.id).execute(),
  )
  expect(orders.length).toBe(1)
  const other = shop.checkOut(learner, 'course', [{ id: course.id, quantity: 2 }], {}, 'click-1')
  expect(await refusalOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

test('if the provider cannot be reached, the order stays pending, and the same call continues it (CRT-027)', async () => {
  const portal = await shop.portal()
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const body = shop.paymentBody(learner, 'course', [{ id: course.id }])
  const call = () => t.as(learner).call(createPayment, { body }, { idempotency_key: 'lost-answer' })
  // The page is created and the answer is lost, as often as the client retries on its own.
  shop.controls().loseAnswers(3)
  expect(await refusalOf(call())).toMatchObject({ status: 503, code: 'maintenance' })
  const { data } = await call()
  expect(data).toMatchObject({ status: 1, url: expect.stringContaining('/pay/') })
  const orders = await t.platform((tx) =>
    tx.selectFrom('orders').select('id').where('user_id', '=', learner.id).execute(),
  )
  expect(orders.map(({ id }) => id)).toEqual([data.id])
})

test('sales tax is added if the portal has switched it on, and otherwise there is none (CRT-017)', async () => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const learner = await t.make.person('learner', { portal })
  const course = await shop.course(portal)
  const bought = async () => {
    const id = await shop.buy(learner, 'course', [{ id: course.id }])
    return (await t.as(learner).call(showOrder, { params: { id } })).data
  }
  expect(await bought()).toMatchObject({ status: 3, subtotal: 50, tax: 0, total: 50 })
  await t.as(admin).call(updateSettings, { body: { is_sales_tax_on: true } })
  // 8.25 % of 50.00 is 4.125.
  expect(await bought()).toMatchObject({ status: 3, subtotal: 50, tax: 4.13, total: 54.13 })
})
