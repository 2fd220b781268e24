// The two proofs of callbacks: nothing is lost in an outage of thirty days, and addresses that hang slow nobody down.
import { expect, test } from 'vitest'
import { listUsers, updateUser } from '#features/accounts/contract.ts'
import { createCertificates, listCertificates, revokeCertificate } from '#features/certificates/contract.ts'
import { listHolders } from '#features/credits/contract.ts'
import { createEnrollments, deleteEnrollments, updateEnrollmentDates } from '#features/enrollments/contract.ts'
import { giveCourseCredits } from '#features/managers/contract.ts'
import { listOrders, showOrder } from '#features/orders/contract.ts'
import { finishModuleItem } from '#features/progress/contract.ts'
import { listUserCourses } from '#features/users/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import type { Message, Received } from '../../../../tests/callbacks/receiver.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { learning } from '../../../../tests/learning.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { createCallback, showCallback } from '../contract.ts'
import { startLanes } from './lanes.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let shift = 0
/** The clock of the program, of which these tests move the days. */
const now = () => new Date(Date.now() + shift)

const t = testApp({ env: LOCAL, now })
const calls = callingBack(t)
const make = enrolling(t)
const lessons = learning(t)
const shop = shopOf(t)
const certificates = certificateMakers(t)

/** What a customer's system knows that is built from callbacks alone: the newest record of each subject. */
const mirrorOf = (received: readonly Received[]) => {
  const seen = new Set<string>()
  const newest = new Map<string, Message>()
  const numbers = new Map<string, number[]>()
  for (const { headers, text } of received) {
    const id = headers['webhook-id'] ?? ''
    if (seen.has(id)) continue
    seen.add(id)
    const message = JSON.parse(text) as Message
    numbers.set(message.subject, [...(numbers.get(message.subject) ?? []), message.number])
    if (message.number > (newest.get(message.subject)?.number ?? 0)) newest.set(message.subject, message)
  }
  const of = (kind: string) =>
    [...newest.values()].filter(({ subject }) => subject.startsWith(`${kind}:`)).map(({ data }) => data)
  return { of, numbers }
}

const byId = <T extends { id: number }>(rows: readonly T[]) => rows.toSorted((one, other) => one.id - other.id)
const pick = (row: object, ...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, (row as Record<string, unknown>)[field] ?? null]))

test('a system that is fed by callbacks alone knows what the API knows, after an outage of thirty days (INT-018, INT-023, INT-024, INT-025)', async () => {
  const portal = await shop.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const manager = await t.make.person('manager', { portal })
  const hr = await calls.connected(admin)
  const until = async (ms: number) => {
    for (const end = shift + ms; shift < end; shift = Math.min(end, shift + 4 * HOUR)) await calls.deliver(now())
    await calls.deliver(now())
  }
  await certificates.giveLogo({ portal, admin })
  const course = await lessons.course(portal, [['Text', 'Text'], ['Text']])
  const sold = await shop.course(portal, { slug: 'sold-course' } as never)
  await make.plan(portal, 200)
  const items = course.outline.flatMap((entry) => entry.items)
  const people: { person: TestPerson; related_id: number }[] = []
  const enroll = async () => {
    const person = await t.make.person('learner', { portal })
    const body = { course_id: course.id, user_ids: [person.id] }
    const { enrolled } = (await t.as(admin).call(createEnrollments, { body })).data
    people.push({ person, related_id: enrolled[0]?.id ?? 0 })
  }
  const finish = ({ person, related_id }: (typeof people)[number], index: number) => {
    const item = items[index]
    if (!item) throw new Error('no such item')
    return t
      .as(person)
      .call(finishModuleItem, { params: { itemType: item.type, itemId: item.id }, body: { related_id } })
  }

  /** Everyone signs in again, as days pass. */
  const signIn = async () => {
    const all = [admin, manager, ...people.map(({ person }) => person)]
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ ended_at: now() }).where('ended_at', 'is', null).execute(),
    )
    for (const person of all) person.token = await t.make.session(person.id, portal, person.role)
    await t.platform((tx) =>
      tx
        .updateTable('sessions')
        .set({ created_at: now(), last_seen_at: now() })
        .where('ended_at', 'is', null)
        .execute(),
    )
  }

  /** The provider of payments has its own clock. */
  const buy = async () => {
    const days = shift
    shift = 0
    await shop.buy(manager, 'course', [{ id: sold.id, quantity: 2 }] as never)
    shift = days
  }

  // It works for a day, and loses some answers: those messages come twice.
  let turn = 0
  hr.system.answer(() => ({ status: ++turn % 3 === 0 ? 500 : 204 }))
  await enroll()
  await until(DAY)
  // Then it is down for thirty days, in three ways, and life goes on.
  for (let day = 0; day < 30; day++) {
    await signIn()
    hr.system.answer(day % 3 === 0 ? 'hang' : { status: day % 3 === 1 ? 503 : 404 })
    await enroll()
    await signIn()
    const someone = people[day % people.length]
    if (someone) await finish(someone, day % 2)
    if (day % 5 === 0) {
      const one = people.at(-1)
      for (const index of [0, 1, 2]) if (one) await finish(one, index)
    }
    if (day % 7 === 0) await buy()
    if (day === 9) {
      const leaver = people.splice(3, 1)[0]
      if (leaver)
        await t
          .as(admin)
          .call(deleteEnrollments, { body: { role_id: 'learner', ids: [leaver.related_id] } })
          .catch(() => people.push(leaver))
    }
    if (day === 12)
      await t
        .as(admin)
        .call(updateUser, { params: { id: people[1]?.person.id ?? 0 }, body: { last_name: 'Renamed' } as never })
    if (day === 15)
      await t.as(admin).call(updateEnrollmentDates, {
        params: { id: people.at(-1)?.related_id ?? 0 },
        body: { due_at: new Date(now().getTime() + 9 * DAY).toISOString() },
      })
    if (day === 18)
      await t
        .as(admin)
        .call(giveCourseCredits, { params: { slug: course.slug }, body: { amount: 7, user_id: manager.id } })
    if (day === 20) {
      const graduate = await certificates.graduate({ portal, admin })
      const other = await certificates.graduate({ portal, admin })
      const body = { users_courses: [graduate.related_id, other.related_id] }
      const { data } = await t.as(admin).call(createCertificates, { body })
      await t.as(admin).call(revokeCertificate, { params: { id: data[0]?.id ?? 0 }, body: { reason: 'Mixed up' } })
    }
    await until(DAY)
  }
  await signIn()
  const before = (await t.as(admin).call(showCallback, { params: { id: hr.id } })).data
  expect(before).toMatchObject({ is_active: true, failed_count: 0 })
  expect(before.waiting_count).toBeGreaterThan(100)
  hr.system.answer({ status: 204 })
  await until(7 * HOUR)
  expect((await t.as(admin).call(showCallback, { params: { id: hr.id } })).data).toMatchObject({
    waiting_count: 0,
    failed_count: 0,
  })

  const { of, numbers } = mirrorOf(hr.system.received)
  // No subject has a gap.
  for (const [subject, list] of numbers)
    expect([subject, list.toSorted((one, other) => one - other)]).toEqual([subject, list.map((_, index) => index + 1)])

  const users = (await t.as(admin).call(listUsers, { query: { per_page: 100 } })).data
  // The admin and the manager were there before the callback.
  const known = users.filter(({ id }) => id !== admin.id && id !== manager.id)
  const mirrored = (of('user') as { id: number; first_name: string; last_name: string }[]).map((row) => ({
    ...row,
    display_name: `${row.first_name} ${row.last_name}`,
  }))
  expect(known.some(({ display_name: name }) => name.endsWith('Renamed'))).toBe(true)
  expect(byId(mirrored).map((row) => pick(row, 'id', 'email', 'display_name'))).toEqual(
    byId(known).map((row) => pick(row, 'id', 'email', 'display_name')),
  )
  const learners = [...new Set((of('enrollment') as { user_id: number }[]).map(({ user_id }) => user_id))]
  const states = await Promise.all(
    learners.map(
      async (id) =>
        (
          await t
            .as(admin)
            .call(listUserCourses, { params: { id }, query: { is_learner: true, with_ended: true } as never })
        ).data,
    ),
  )
  const FIELDS = ['id', 'status', 'access', 'progress', 'starts_at', 'expires_at', 'due_at', 'completed_at', 'ended_at']
  expect(learners.length).toBeGreaterThan(30)
  expect(byId(of('enrollment') as { id: number }[]).map((row) => pick(row, ...FIELDS))).toEqual(
    byId(states.flat()).map((row) => pick(row, ...FIELDS)),
  )
  const issued = (await t.as(admin).call(listCertificates, { query: { per_page: 100 } })).data
  expect(issued.length).toBeGreaterThan(1)
  const OF_CERTIFICATE = ['id', 'number', 'issued_at', 'expires_at', 'revoked_at']
  expect(byId(of('certificate') as { id: number }[]).map((row) => pick(row, ...OF_CERTIFICATE))).toEqual(
    byId(issued).map((row) => pick(row, ...OF_CERTIFICATE)),
  )
  const orders = (await t.as(admin).call(listOrders, { query: { scope: 'portal', per_page: 100 } })).data
  expect(orders.length).toBe(5)
  const OF_ORDER = ['id', 'number', 'type', 'status', 'total', 'subtotal', 'tax', 'paid_at', 'invoice_number']
  const details = await Promise.all(
    orders.map(async ({ id }) => (await t.as(admin).call(showOrder, { params: { id } })).data),
  )
  expect(byId(of('order') as { id: number }[]).map((row) => pick(row, ...OF_ORDER))).toEqual(
    byId(details).map((row) => pick(row, ...OF_ORDER)),
  )
  const holders = (await t.as(admin).call(listHolders, { query: { kind: 'manager' } })).data
  const OF_HOLDER = ['remaining', 'distributed', 'used']
  const managerCredits = (of('credits') as { user_id: number | null; holder: string }[]).filter(
    ({ holder }) => holder === 'manager',
  )
  expect(managerCredits.length).toBeGreaterThan(0)
  const sumOf = (rows: readonly object[], field: string) =>
    rows.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[field] ?? 0), 0)
  for (const field of OF_HOLDER) expect([field, sumOf(managerCredits, field)]).toEqual([field, sumOf(holders, field)])
}, 240_000)

test('thirty of a hundred addresses that hang leave the others at their speed (INT-025)', async () => {
  shift = 0
  const ROUNDS = 3
  const portals = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const admin = await t.make.person('portal_admin')
      const systems = await Promise.all(Array.from({ length: 25 }, () => calls.receiver()))
      for (const [index, { url }] of systems.entries())
        await t.as(admin).call(createCallback, { body: { name: `System ${index}`, url, events: ['user.created'] } })
      return { admin, systems }
    }),
  )
  const all = portals.flatMap(({ systems }) => systems)
  /** New people in every portal, until all of these addresses have received them. */
  const round = async (ofThese: typeof all) => {
    const begun = performance.now()
    const expected = ofThese.map((system) => system.received.length + ROUNDS)
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const { admin } of portals) await t.make.person('learner', { portal: admin.portal })
    const missing = () => ofThese.filter((system, index) => system.received.length < (expected[index] ?? 0)).length
    await expect.poll(missing, { timeout: 50_000, interval: 10 }).toBe(0)
    return Math.round(performance.now() - begun)
  }
  const lanes = startLanes(calls.options({ clock: now, timeout_ms: 100_000 }), { every_ms: 50 })
  const hanging = all.filter((_, index) => index % 10 < 3)
  const others = all.filter((_, index) => index % 10 >= 3)
  try {
    await round(all)
    const quick = await round(all)
    for (const system of hanging) system.answer('hang')
    const beside = [await round(others), await round(others)]
    process.stdout.write(`a round of 100: ${quick} ms; of 70 beside 30 that hang: ${beside.join(' and ')} ms\n`)
    // The others have everything, and of the thirty not one has given its first answer yet.
    const { waiting } = await t.platform((tx) =>
      tx
        .selectFrom('callback_deliveries as d')
        .innerJoin('callbacks as c', 'c.id', 'd.callback_id')
        .select((eb) => eb.fn.countAll<number>().as('waiting'))
        .where(
          'c.url',
          'in',
          hanging.map(({ url }) => url),
        )
        .where('d.attempts', '=', 0)
        .executeTakeFirstOrThrow(),
    )
    expect([hanging.length, waiting]).toEqual([30, 30 * 2 * ROUNDS])
  } finally {
    for (const system of hanging) system.answer({ status: 204 })
    for (const system of hanging) system.hangUp()
    await lanes.close()
  }
  expect(calls.errors).toEqual([])
}, 120_000)
