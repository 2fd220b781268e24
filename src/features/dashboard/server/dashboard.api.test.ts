import { describe, expect, test } from 'vitest'
import { listInvites } from '#features/invitations/contract.ts'
import { listPayments } from '#features/payments/contract.ts'
import { listPortals } from '#features/portals/contract.ts'
import { showReport } from '#features/reports/contract.ts'
import { listShipments } from '#features/shipping/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { inviting } from '../../../../tests/invitations/inviting.ts'
import { findRecords, purgeCache, showDashboard } from '../contract.ts'

const t = testApp()
const { withCredits, send } = inviting(t)
const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)

const course = (portal: TestPortal, title: string) =>
  t.platform((tx) =>
    tx
      .insertInto('courses')
      .values({ portal_id: portal.id, slug: title.toLowerCase().replaceAll(' ', '-'), title })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow(),
  )
const enroll = (portal: TestPortal, user_id: number, course_id: number, values: Record<string, unknown> = {}) =>
  t.platform((tx) =>
    tx
      .insertInto('enrollments')
      .values({
        portal_id: portal.id,
        user_id,
        course_id,
        role: 'learner',
        expires_at: new Date('2100-01-01'),
        ...values,
      })
      .execute(),
  )
const shownTo = async (role: Role, portal: TestPortal) =>
  (await t.as(await t.make.person(role, { portal })).call(showDashboard)).data

describe('the start page of administration (REP-008, PRT-071, PRT-072)', () => {
  test.each<[Role, string[]]>([
    ['super_admin', ['sales', 'enrollments', 'people', 'credits']],
    ['portal_admin', ['sales', 'enrollments', 'people', 'credits']],
    ['accounting', ['sales', 'credits', 'payments', 'refunds']],
    ['course_admin', ['enrollments', 'people', 'courses', 'completions']],
    ['learner', []],
    ['instructor', []],
    ['manager', []],
  ])('%s sees the figures %j (REP-008, ROL-064)', async (role, keys) => {
    const { figures, portal_credits } = await shownTo(role, await t.make.portal())
    expect(figures.map(({ key }) => key)).toEqual(keys)
    expect(portal_credits === null).toBe(!keys.includes('credits'))
  })

  test('a figure counts 30 days in ten steps, next to the 30 days before (REP-008)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, joined_at: ago(200) })
    for (const days of [0.5, 1, 29, 31, 59, 61]) await t.make.person('learner', { portal, joined_at: ago(days) })
    await t.make.person('learner', { portal, joined_at: ago(1), left_at: ago(0.5) })
    const { figures } = (await t.as(admin).call(showDashboard)).data
    const people = figures.find(({ key }) => key === 'people')
    expect(people).toMatchObject({ value: 3, before: 2, href: '/users' })
    expect(people?.trend).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  })

  test('an item that needs attention is listed while it is open, and leads to where it is handled (REP-008)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const read = async () =>
      (await t.as(admin).call(showDashboard)).data.attention.map(({ text, href }) => [text, href])
    expect(await read()).toEqual([])
    const ladder = await course(portal, 'Ladder')
    const [late, done] = [await t.make.person('learner', { portal }), await t.make.person('learner', { portal })]
    await enroll(portal, late.id, ladder.id, { due_at: ago(2) })
    await enroll(portal, done.id, ladder.id, { due_at: ago(2), completed_at: ago(3), status: 2 })
    expect(await read()).toEqual([['1 enrollment is overdue', '/reports/overdue']])
    await t.platform(async (tx) => {
      const { id } = await tx
        .selectFrom('enrollments')
        .select('id')
        .where('user_id', '=', late.id)
        .executeTakeFirstOrThrow()
      const review = { portal_id: portal.id, course_id: ladder.id, related_id: id, user_id: late.id, rating: 5 }
      await tx.insertInto('reviews').values(review).execute()
    })
    expect(await read()).toContainEqual(['1 review waits for approval', '/portals/reviews?status=2'])
    const elsewhere = await t.make.portal()
    expect((await shownTo('portal_admin', elsewhere)).attention).toEqual([])
  })

  test('only super admins clear the cached pages, and the log says so (PRT-071, PRT-072)', async () => {
    const portal = await t.make.portal()
    await expect(t.as(await t.make.person('portal_admin', { portal })).call(purgeCache)).rejects.toMatchObject({
      status: 403,
    })
    await t.as(await t.make.person('super_admin', { portal })).call(purgeCache)
    const rows = await t.platform((tx) =>
      tx.selectFrom('activity_logs').select('action').where('portal_id', '=', portal.id).execute(),
    )
    expect(rows.map(({ action }) => action)).toContain('portal.purge-cache')
  })
})

describe('every line leads to a list of exactly what it counts (PRT-113)', () => {
  const lines = async (who: TestPerson) =>
    (await t.as(who).call(showDashboard)).data.attention.map(({ text, href }) => [text, href])
  const order = (portal: TestPortal, user_id: number, values: Record<string, unknown> = {}) => {
    const number = crypto.randomUUID()
    return t.platform(async (tx) => {
      const { id } = await tx
        .insertInto('orders')
        .values({
          ...{ portal_id: portal.id, number, user_id, type: 'course', status: 3, buyer_role: 'learner' },
          ...{ email: 'buyer@example.com', subtotal_cents: 5000, total_cents: 5000, completed_at: ago(1) },
          ...{ created_at: ago(1), expires_at: ago(-1), ...values },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const payment = { portal_id: portal.id, order_id: id, payment_reference: `pi_${number}`, amount_cents: 5000 }
      await tx
        .insertInto('payments')
        .values({ ...payment, paid_at: ago(1) })
        .execute()
      return payment
    })
  }

  test('overdue people, for all of the portal and for a manager (PRT-113, REP-017)', async () => {
    const portal = await t.make.portal()
    const { id } = await course(portal, 'Ropes')
    const manager = await t.make.person('manager', { portal })
    await enroll(portal, manager.id, id, { role: 'manager' })
    for (const values of [
      { due_at: ago(3), manager_id: manager.id },
      { due_at: ago(3) },
      { due_at: ago(-3) },
      { due_at: ago(3), expires_at: ago(2), starts_at: ago(9), created_at: ago(9) },
      { due_at: ago(3), ended_at: ago(2) },
      { due_at: ago(3), completed_at: ago(4), status: 2 },
    ])
      await enroll(portal, (await t.make.person('learner', { portal })).id, id, values)
    const people = { admin: await t.make.person('portal_admin', { portal }), manager }
    for (const [who, count] of [
      ['admin', 2],
      ['manager', 1],
    ] as const) {
      const text = count === 1 ? '1 enrollment is overdue' : `${count} enrollments are overdue`
      expect(await lines(people[who])).toEqual([[text, '/reports/overdue']])
      const { data } = await t.as(people[who]).call(showReport, { params: { report: 'overdue' }, query: {} })
      expect(data).toHaveLength(count)
    }
    expect(await lines(await t.make.person('accounting', { portal }))).toEqual([])
  })

  test('invitations that failed or expire soon, for all of the portal and for a manager (PRT-113, PRT-114, MGR-017)', async () => {
    const { portal, manager, course: ropes } = await withCredits(7)
    const admin = await t.make.person('portal_admin', { portal })
    let count = 0
    const invitation = async (values: Record<string, unknown>) => {
      const email = `guest${++count}@example.com`
      await send(manager, ropes.slug, email)
      await t.platform((tx) =>
        tx
          .updateTable('invitations')
          .set({ sent_at: ago(6), expires_at: ago(-4), ...values })
          .where('portal_id', '=', portal.id)
          .where('email', '=', email)
          .execute(),
      )
    }
    for (const values of [
      { status: 6, failure: 'undeliverable' },
      { status: 6, failure: 'expired', manager_id: admin.id },
      { expires_at: ago(-1) },
      { status: 6, failure: 'enrolled' },
      { status: 6, failure: 'expired', sent_at: ago(40), expires_at: ago(33) },
      { status: 1 },
      { status: 4, expires_at: ago(-1) },
    ])
      await invitation(values)
    const path = '/users/managers/invitations'
    const about = (all: (string | undefined)[][]) => all.filter(([, href]) => href?.startsWith(path))
    expect(about(await lines(admin))).toEqual([
      ['2 invitations failed', `${path}?status=failed`],
      ['1 invitation expires soon', `${path}?status=expiring`],
    ])
    expect(about(await lines(manager))).toEqual([
      ['1 invitation failed', `${path}?status=failed`],
      ['1 invitation expires soon', `${path}?status=expiring`],
    ])
    const listed = async (who: TestPerson, status: 'failed' | 'expiring') =>
      (await t.as(who).call(listInvites, { query: { status } })).data.length
    expect([await listed(admin, 'failed'), await listed(manager, 'failed'), await listed(admin, 'expiring')]).toEqual([
      2, 1, 1,
    ])
  })

  test('disputes, failed refunds and stuck shipments (PRT-113, ORD-048, ORD-051, SHP-007)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const { id } = await t.make.person('learner', { portal })
    await order(portal, id)
    await order(portal, id, { dispute_status: 'won' })
    for (let turn = 0; turn < 2; turn++) await order(portal, id, { dispute_status: 'open' })
    const [failed, settled] = [await order(portal, id), await order(portal, id)]
    const refund = async ({ paid_at: _, ...payment }: Record<string, unknown>, status: string) =>
      t.platform((tx) =>
        tx
          .insertInto('refunds')
          .values({
            ...{ ...payment, is_full: true, origin: 'request', status, created_at: ago(1) },
            refund_reference: `re_${crypto.randomUUID()}`,
          } as never)
          .execute(),
      )
    await refund(failed, 'failed')
    await refund(settled, 'failed')
    await refund(settled, 'succeeded')
    const shipment = { portal_id: portal.id, user_id: id, option: 'delivery', status: 'FAILED' }
    await t.platform((tx) =>
      tx
        .insertInto('shipments')
        .values([shipment, { ...shipment, cancelled_at: ago(1) }, { ...shipment, status: 'SUCCESS' }] as never)
        .execute(),
    )
    const shown = [
      ['2 payments are disputed', '/payments?trouble=disputed'],
      ['1 refund failed', '/payments?trouble=refund_failed'],
      ['1 shipment is stuck', '/shipments?status=FAILED'],
    ]
    expect(await lines(admin)).toEqual(shown)
    expect(await lines(await t.make.person('accounting', { portal }))).toEqual(shown)
    const payments = async (trouble: 'disputed' | 'refund_failed') =>
      (await t.as(admin).call(listPayments, { query: { trouble } })).data.length
    expect([await payments('disputed'), await payments('refund_failed')]).toEqual([2, 1])
    expect((await t.as(admin).call(listShipments, { query: { status: 'FAILED' } })).data).toHaveLength(1)
  })

  test('portals that wait for review, to super admins alone (PRT-113, PRT-073)', async () => {
    const portal = await t.make.portal()
    await t.make.portal({ status: 'pending_validation' })
    const about = (all: (string | undefined)[][]) => all.filter(([, href]) => href?.startsWith('/portals?'))
    const shown = about(await lines(await t.make.person('super_admin', { portal })))
    const listed = await t
      .as(await t.make.person('super_admin', { portal }))
      .call(listPortals, { query: { status: 'pending_validation' } })
    expect(listed.data.length).toBeGreaterThan(0)
    expect(shown).toEqual([
      [
        listed.data.length === 1
          ? '1 portal waits for your review'
          : `${listed.data.length} portals wait for your review`,
        '/portals?status=pending_validation',
      ],
    ])
    expect(about(await lines(await t.make.person('portal_admin', { portal })))).toEqual([])
  })
})

describe('orders in the search of records (API-032)', () => {
  test('people who handle all payments find orders by number, invoice and buyer, and open them (API-032, ORD-053)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const buyer = await t.make.person('learner', { portal, first_name: 'Orla', last_name: 'Ordering' })
    const { id } = await t.platform((tx) =>
      tx
        .insertInto('orders')
        .values({
          ...{ portal_id: portal.id, number: '777001', user_id: buyer.id, type: 'course', status: 3 },
          ...{ buyer_role: 'learner', buyer_name: 'Orla Ordering', email: buyer.email, invoice_number: 'INV-42' },
          ...{
            subtotal_cents: 12_345,
            total_cents: 12_345,
            completed_at: ago(1),
            created_at: ago(1),
            expires_at: ago(0),
          },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const orders = async (who: TestPerson, words: string) =>
      (await t.as(who).call(findRecords, { query: { words } })).data.filter(({ group }) => group === 'Orders')
    const hit = [{ group: 'Orders', label: 'Order 777001', text: 'Orla Ordering, $123.45', href: `/orders/${id}` }]
    for (const words of ['777001', 'INV-42', 'orderi']) expect(await orders(admin, words)).toEqual(hit)
    expect(await orders(await t.make.person('accounting', { portal }), '777001')).toEqual(hit)
    expect(await orders(admin, '77700')).toEqual([])
    for (const role of ['manager', 'course_admin', 'learner', 'partner'] as const)
      expect(await orders(await t.make.person(role, { portal }), '777001')).toEqual([])
    expect(await orders(await t.make.person('portal_admin'), '777001')).toEqual([])
  })
})

describe('the search of records (API-032)', () => {
  const search = async (who: Parameters<typeof t.as>[0], words: string) =>
    (await t.as(who).call(findRecords, { query: { words } })).data

  test('people and courses are found by part of their name, ignoring accents, and lead to their screens (API-032, API-029)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    await t.make.person('learner', { portal, first_name: 'Zoë', last_name: 'O’Quill', username: 'zoe' })
    await course(portal, 'Quilling for beginners')
    expect(await search(admin, 'oquil')).toMatchObject([
      { group: 'People', label: 'Zoë O’Quill', href: '/users/zoe/info' },
    ])
    expect((await search(admin, 'quill')).map(({ group, label }) => [group, label])).toEqual([
      ['People', 'Zoë O’Quill'],
      ['Courses', 'Quilling for beginners'],
    ])
    expect(await search(admin, 'no such')).toEqual([])
    await expect(search(admin, 'q')).rejects.toMatchObject({ status: 422 })
  })

  test('everyone finds what they may open, and nothing of another portal (API-032, API-021, USR-040)', async () => {
    const portal = await t.make.portal()
    const [mine, other] = [await course(portal, 'Cranes one'), await course(portal, 'Cranes two')]
    const manager = await t.make.person('manager', { portal })
    const teacher = await t.make.person('instructor', { portal })
    const ada = await t.make.person('learner', { portal, first_name: 'Ada', last_name: 'Crane' })
    await t.make.person('learner', { portal, first_name: 'Bea', last_name: 'Crane' })
    await enroll(portal, manager.id, mine.id, { role: 'manager' })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: other.id, user_id: teacher.id } as never)
        .execute(),
    )
    await enroll(portal, ada.id, mine.id, { manager_id: manager.id })
    const labels = async (who: typeof manager) => (await search(who, 'crane')).map(({ label }) => label)
    expect(await labels(manager)).toEqual(['Ada Crane'])
    expect(await labels(teacher)).toEqual(['Cranes two'])
    expect(await labels(ada)).toEqual([])
    expect(await labels(await t.make.person('portal_admin', { portal }))).toHaveLength(4)
    expect(await labels(await t.make.person('portal_admin'))).toEqual([])
    await expect(search(portal as never, 'crane')).rejects.toMatchObject({ status: 401 })
  })

  test('at most six of a kind are answered, and portals to super admins alone (API-032)', async () => {
    const portal = await t.make.portal({ name: 'Zebra crossing' })
    for (let number = 0; number < 8; number++)
      await t.make.person('learner', { portal, first_name: 'Zebra', last_name: `Number${number}` })
    const hits = await search(await t.make.person('super_admin', { portal }), 'zebra')
    expect(hits.filter(({ group }) => group === 'People')).toHaveLength(6)
    expect(hits.filter(({ group }) => group === 'Portals').map(({ label }) => label)).toEqual(['Zebra crossing'])
    const own = await search(await t.make.person('portal_admin', { portal }), 'zebra crossing')
    expect(own).toEqual([])
  })
})
