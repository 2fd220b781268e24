import { expect, test } from 'vitest'
import { showOrder } from '#features/orders/contract.ts'
import { DEFAULT_TIME_ZONE } from '#kernel/format/day.ts'
import { courseAccessEnds } from '#kernel/product/legal.ts'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf, shopOf } from '../../../../tests/shop.ts'
import { listNotifications } from '../../notifications/contract.ts'
import { chooseRole } from '../../sessions/contract.ts'

const t = testApp()
const shop = shopOf(t)
const ledger = enrolling(t)

const setUp = async () => {
  const portal = await shop.portal()
  const buyer = await t.make.person('learner', { portal })
  return { portal, buyer, course: await shop.course(portal) }
}
const coursesOf = async (userId: number) =>
  (await shop.enrollmentsOf(userId)).filter((one) => one.role === 'learner').map((one) => one.course_id)
const outcomesOf = (orderId: number) =>
  t.platform((tx) =>
    tx
      .selectFrom('order_courses')
      .select(['course_id', 'seats', 'outcome'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
  )

test('one seat enrolls the buyer as learner for five years from the purchase (ORD-011, ORD-044, USR-021, LEG-005)', async () => {
  const { portal, buyer, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id }])
  const [enrollment] = await shop.enrollmentsOf(buyer.id)
  const { paid_at } = await shop.order(id)
  expect(enrollment).toMatchObject({ course_id: course.id, role: 'learner', ended_at: null })
  expect(enrollment?.expires_at).toEqual(courseAccessEnds(paid_at as Date, DEFAULT_TIME_ZONE))
  const grants = await t.platform((tx) =>
    tx
      .selectFrom('enrollment_grants')
      .select(['kind', 'order_id'])
      .where('enrollment_id', '=', enrollment!.id)
      .execute(),
  )
  expect(grants).toEqual([{ kind: 'order', order_id: id }])
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(0)
  expect(await ledger.check()).toEqual([])
})

test('the buyer is notified of the order and the enrollment in the transaction that completes it (RTM-009)', async () => {
  const { buyer, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id }])
  const { data } = await t.as(buyer).call(listNotifications)
  expect(data.map(({ kind, link }) => [kind, link])).toEqual([
    ['order_completed', `/orders/${id}`],
    ['enrolled', expect.stringMatching(/^\/courses\/learner\//)],
  ])
})

test('several seats make the buyer a manager with the credits of the course (ORD-044)', async () => {
  const { portal, buyer, course } = await setUp()
  const id = await shop.buy(buyer, 'course', [{ id: course.id, quantity: 7 }])
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(7)
  expect(await shop.rolesOf(portal, buyer.id)).toEqual(['learner', 'manager'])
  expect(await coursesOf(buyer.id)).toEqual([])
  expect(await outcomesOf(id)).toEqual([{ course_id: course.id, seats: 7, outcome: 'credits' }])
})

test('the order says what it gave for each course, including each course of a bundle (ORD-044, ORD-017)', async () => {
  const { portal, buyer, course } = await setUp()
  const other = await shop.course(portal)
  const bundle = await shop.bundle(portal, [course, other])
  const grantsOf = async (id: number) => {
    const { data } = await t.as(buyer).call(showOrder, { params: { id } })
    return data.courses.map(({ id: courseId, seats, outcome }) => [courseId, seats, outcome])
  }
  const one = await shop.buy(buyer, 'course', [{ id: course.id }])
  expect(await grantsOf(one)).toEqual([[course.id, 1, 'enrolled']])
  const both = await shop.buy(buyer, 'bundle', [{ id: bundle.id }])
  // The buyer is already in the first course, so its seat is for someone else.
  expect(await grantsOf(both)).toEqual([
    [course.id, 1, 'credits'],
    [other.id, 1, 'enrolled'],
  ])
  const { id: waiting } = await shop.checkOut(buyer, 'course', [{ id: other.id, quantity: 3 }])
  expect(await grantsOf(waiting)).toEqual([[other.id, 3, null]])
})

test('one seat for a learner who is in the course, or for a person in another role, is a credit (ORD-044)', async () => {
  const { portal, buyer, course } = await setUp()
  await shop.buy(buyer, 'course', [{ id: course.id }])
  await shop.buy(buyer, 'course', [{ id: course.id }])
  expect(await coursesOf(buyer.id)).toEqual([course.id])
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(1)

  const instructor = await t.make.person('instructor', { portal })
  await shop.buy(instructor, 'course', [{ id: course.id }])
  expect(await coursesOf(instructor.id)).toEqual([])
  expect(await shop.credits(portal, course.id, instructor.id)).toBe(1)
  expect(await shop.rolesOf(portal, instructor.id)).toEqual(['instructor', 'manager'])
})

test('a bundle enrolls in each of its courses, and several seats give credits of each (ORD-011, ORD-044)', async () => {
  const { portal, buyer } = await setUp()
  const courses = [await shop.course(portal), await shop.course(portal), await shop.course(portal)]
  const ids = courses.map((course) => course.id)
  const bundle = await shop.bundle(portal, courses)
  await shop.buy(buyer, 'bundle', [{ id: bundle.id }])
  expect(await coursesOf(buyer.id)).toEqual(ids)

  await shop.buy(buyer, 'bundle', [{ id: bundle.id, quantity: 4 }])
  for (const id of ids) expect(await shop.credits(portal, id, buyer.id)).toBe(4)
})

test('two bundles with a course in common give one seat and one credit of it, and no credit is lost (ORD-044)', async () => {
  const { portal, buyer } = await setUp()
  const [a, b, c] = [await shop.course(portal), await shop.course(portal), await shop.course(portal)]
  const one = await shop.bundle(portal, [a, b])
  const two = await shop.bundle(portal, [b, c])
  await shop.buy(buyer, 'bundle', [{ id: one.id }, { id: two.id }])
  expect((await coursesOf(buyer.id)).sort()).toEqual([a.id, b.id, c.id].sort())
  expect(await shop.credits(portal, b.id, buyer.id)).toBe(1)

  await shop.buy(buyer, 'bundle', [
    { id: one.id, quantity: 3 },
    { id: two.id, quantity: 5 },
  ])
  expect(await shop.credits(portal, a.id, buyer.id)).toBe(3)
  expect(await shop.credits(portal, b.id, buyer.id)).toBe(9)
  expect(await shop.credits(portal, c.id, buyer.id)).toBe(5)
  expect(await ledger.check()).toEqual([])
})

test('an order keeps its prices and courses when the catalog changes before it is paid (ORD-002)', async () => {
  const { portal, buyer } = await setUp()
  const [a, b, c] = [await shop.course(portal), await shop.course(portal), await shop.course(portal)]
  const bundle = await shop.bundle(portal, [a, b])
  const { id } = await shop.checkOut(buyer, 'bundle', [{ id: bundle.id }])
  await t.platform(async (tx) => {
    await tx.updateTable('bundles').set({ price_cents: 1, title: 'Other' }).where('id', '=', bundle.id).execute()
    await tx
      .updateTable('bundle_courses')
      .set({ course_id: c.id })
      .where('bundle_id', '=', bundle.id)
      .where('course_id', '=', b.id)
      .execute()
    await tx.updateTable('courses').set({ publication_status: 4 }).where('id', '=', a.id).execute()
  })
  await shop.complete(portal, id)
  expect(await coursesOf(buyer.id)).toEqual([a.id, b.id])
  const { data } = await t.as(buyer).call(showOrder, { params: { id } })
  expect(data).toMatchObject({ status: 3, total: 90, items: [{ title: bundle.title, unit_price: 90 }] })
})

test('a course is retaken with a new enrollment once the old one is over (ORD-005, ORD-011, USR-022)', async () => {
  const { portal, buyer, course } = await setUp()
  expect((await refusalOf(shop.checkOut(buyer, 'learner-reenroll', [{ id: course.id }])))?.status).toBe(404)
  await shop.buy(buyer, 'course', [{ id: course.id }])
  expect(await refusalOf(shop.checkOut(buyer, 'learner-reenroll', [{ id: course.id }]))).toMatchObject({
    status: 422,
    errors: { 'items.0.id': ['You are still a learner of this course.'] },
  })
  await t.platform((tx) =>
    tx
      .updateTable('enrollments')
      .set({ access: 'expired', completed_at: new Date(), status: 2 })
      .where('user_id', '=', buyer.id)
      .execute(),
  )
  for (const items of [[{ id: course.id, quantity: 2 }], [{ id: course.id }, { id: (await shop.course(portal)).id }]])
    expect(await refusalOf(shop.checkOut(buyer, 'learner-reenroll', items))).toMatchObject({
      status: 422,
      errors: { items: ['A course is taken again one at a time.'] },
    })
  const id = await shop.buy(buyer, 'learner-reenroll', [{ id: course.id }])
  expect(await coursesOf(buyer.id)).toEqual([course.id, course.id])
  const { data } = await t.as(buyer).call(showOrder, { params: { id } })
  expect(data).toMatchObject({ type: 'learner-reenroll', type_name: 'Credits', status: 3 })
  expect(portal.id).toBe(data.portal_id)
})

test('credits of a course go to the portal, or to the manager who bought them (ORD-011, ORD-037)', async () => {
  const { portal, buyer, course } = await setUp()
  await t.platform((tx) =>
    tx
      .updateTable('courses')
      .set({ min_credit_price_cents: 800, max_discount: 25 })
      .where('id', '=', course.id)
      .execute(),
  )
  const admin = await t.make.person('portal_admin', { portal })
  const id = await shop.buy(admin, 'credits-on-course', [{ id: course.id, quantity: 5 }])
  expect(await shop.credits(portal, course.id)).toBe(5)
  expect((await shop.order(id)).total_cents).toBe(4000)

  const stranger = await t.make.person('manager', { portal })
  expect((await refusalOf(shop.checkOut(stranger, 'credits-on-course', [{ id: course.id }])))?.status).toBe(422)
  await shop.buy(buyer, 'course', [{ id: course.id, quantity: 2 }])
  await t.as(buyer).call(chooseRole, { body: { role: 'manager' } })
  const more = await shop.buy(buyer, 'credits-on-course', [{ id: course.id, quantity: 3 }])
  expect(await shop.credits(portal, course.id, buyer.id)).toBe(5)
  // The portal bought before, so each costs a quarter less.
  expect((await shop.order(more)).total_cents).toBe(1800)
})

test('the price of a credit is the minimum, reduced for a course that was bought, or the portal’s own (CRD-014, CRD-015, CRD-016, CRD-017, CRD-018)', async () => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const totalOf = async (course: { id: number }) =>
    (await shop.checkOut(admin, 'credits-on-course', [{ id: course.id }])).total
  const plain = await shop.course(portal)
  expect(await totalOf(plain)).toBe(1)
  const own = await shop.course(portal, { min_credit_price_cents: 500, credit_price_cents: 750 })
  expect(await totalOf(own)).toBe(7.5)
  const bought = await shop.course(portal, { min_credit_price_cents: 333, max_discount: 50 })
  expect(await totalOf(bought)).toBe(3.33)
  const { id } = await shop.checkOut(admin, 'credits-on-course', [{ id: bought.id }])
  expect(await totalOf(bought)).toBe(3.33)
  await shop.complete(portal, id)
  expect(await totalOf(bought)).toBe(1.67)
  const free = await shop.course(portal, { min_credit_price_cents: 333, max_discount: 100 })
  await shop.buy(admin, 'credits-on-course', [{ id: free.id }])
  expect(await totalOf(free)).toBe(0)
})

test('credits are bought for published courses only (CRD-012)', async () => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  for (const publication_status of [1, 3, 4]) {
    const course = await shop.course(portal, { publication_status })
    expect((await refusalOf(shop.checkOut(admin, 'credits-on-course', [{ id: course.id }])))?.status).toBe(422)
  }
})

test('general credits go to the portal, for roles that manage them, even if nothing is sold to the public (ORD-011, ROL-056)', async () => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  await shop.buy(admin, 'credits-on-portal', [{ quantity: 40 }])
  expect(await shop.credits(portal, null)).toBe(40)
  for (const role of ['learner', 'manager', 'instructor', 'course_admin', 'accounting', 'editor'] as const) {
    const person = await t.make.person(role, { portal })
    expect((await refusalOf(shop.checkOut(person, 'credits-on-portal', [{ quantity: 1 }])))?.status).toBe(403)
  }
  expect((await refusalOf(shop.checkOut(portal, 'credits-on-portal', [{ quantity: 1 }])))?.status).toBe(401)
})
