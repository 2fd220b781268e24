import { describe, expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { listHistory, showPortalCredits } from '../contract.ts'
import {
  availableCredits,
  buyCredits,
  courseCredits,
  giveCredits,
  grantPlanCredits,
  loadCredits,
  partnerCredits,
  portalCredits,
  releaseCredit,
  removeUnusedCredits,
  reserveCredit,
  spendCredit,
  takeCredits,
} from './api.ts'

const t = testApp()
const make = enrolling(t)

const portalNumbers = (portal: TestPortal) => make.run(portal, (tx) => portalCredits(tx, portal.id))

describe('buying (CRD-003, CRD-007, ORD-011)', () => {
  test('general credits, credits of a course, and those of managers and partners are separate (CRD-002, CRD-005)', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    const company_id = await t.platform(async (tx) => {
      const values = { portal_id: portal.id, slug: 'partner', name: 'Partner' }
      return (await tx.insertInto('partner_companies').values(values).returning('id').executeTakeFirstOrThrow()).id
    })
    await make.buy(portal, { kind: 'portal', course_id: null }, 10)
    await make.buy(portal, { kind: 'portal', course_id }, 5)
    await make.buy(portal, { kind: 'manager', course_id, user_id: manager.id }, 3)
    await make.buy(portal, { kind: 'partner', company_id }, 7)
    expect(await portalNumbers(portal)).toEqual({ total: 15, remaining: 15, distributed: 0, used: 0 })
    await make.run(portal, async (tx) => {
      expect(await courseCredits(tx, portal.id, course_id)).toMatchObject({ remaining: 5 })
      const own = await loadCredits(tx, portal.id, { kind: 'manager', course_id, user_id: manager.id })
      expect(own).toEqual({ total: 3, remaining: 3, distributed: 0, used: 0 })
      expect(await partnerCredits(tx, portal.id, [company_id, -1])).toEqual(
        new Map([
          [company_id, { credits: 7, used: 0 }],
          [-1, { credits: 0, used: 0 }],
        ]),
      )
    })
    expect(await make.check()).toEqual([])
  })

  test('the same order gives its credits once, even if two messages arrive at once (ORD-012)', async () => {
    const portal = await t.make.portal()
    const holder = { kind: 'portal', course_id: null } as const
    const ids = await Promise.all([1, 2, 3, 4].map(() => make.buy(portal, holder, 10, 77)))
    expect(new Set(ids).size).toBe(1)
    expect(await portalNumbers(portal)).toMatchObject({ total: 10, remaining: 10 })
  })

  test('a new term adds the credits of the plan to the remaining ones (CRD-013)', async () => {
    const portal = await t.make.portal()
    const grant = (key: string) =>
      make.run(portal, (tx, ctx) => grantPlanCredits(tx, ctx, { amount: 25, key: `subscription:${key}` }))
    await grant('2030')
    await grant('2030')
    await grant('2031')
    expect(await portalNumbers(portal)).toMatchObject({ remaining: 50 })
  })
})

describe('giving and taking', () => {
  test('the portal gives credits of the course first and fills up with general ones (CRD-032, CRD-021)', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    await make.plan(portal, 10)
    await make.buy(portal, { kind: 'portal', course_id }, 3)
    const by = { kind: 'portal', course_id } as const
    await make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { by, user_id: manager.id, amount: 5 }))
    expect(await portalNumbers(portal)).toEqual({ total: 13, remaining: 8, distributed: 5, used: 0 })
    const tooMany = make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { by, user_id: manager.id, amount: 9 }))
    await expect(tooMany).rejects.toMatchObject({
      code: 'portal_credits_not_enough',
      message: 'Credits are not enough in the portal',
      status: 422,
    })
    expect(await make.check()).toEqual([])
  })

  test('only credits handed out can be taken back, not credits the manager bought (CRD-020, ORD-044)', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    await make.plan(portal, 10)
    await make.buy(portal, { kind: 'manager', course_id, user_id: manager.id }, 20)
    const hand = { by: { kind: 'portal', course_id } as const, user_id: manager.id }
    await make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { ...hand, amount: 4 }))
    const take = (amount: number) => make.run(portal, (tx, ctx) => takeCredits(tx, ctx, { ...hand, amount }))
    await expect(take(5)).rejects.toMatchObject({
      code: 'max_value',
      message: 'Please enter a value of no more than 4.',
      fields: { amount: ['Please enter a value of no more than 4.'] },
    })
    await take(4)
    await expect(take(1)).rejects.toMatchObject({ code: 'max_value', params: { max: 0 } })
    expect(await portalNumbers(portal)).toEqual({ total: 10, remaining: 10, distributed: 0, used: 0 })
  })

  test('simultaneous gives and takes never go below zero or lose a credit (CRD-023)', async () => {
    const portal = await t.make.portal()
    const people = await Promise.all([1, 2, 3].map(() => t.make.person('manager', { portal })))
    const { id: course_id } = await make.course(portal)
    await make.plan(portal, 20)
    const by = { kind: 'portal', course_id } as const
    const gives = people.flatMap(({ id }) =>
      [1, 2, 3, 4].map(() => make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { by, user_id: id, amount: 3 }))),
    )
    expect(codesOf(await Promise.allSettled(gives))).toEqual({ ok: 6, portal_credits_not_enough: 6 })
    const both = people.flatMap(({ id }) => [
      make.run(portal, (tx, ctx) => takeCredits(tx, ctx, { by, user_id: id, amount: 2 })),
      make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { by, user_id: id, amount: 2 })),
      make.run(portal, (tx, ctx) => takeCredits(tx, ctx, { by, user_id: id, amount: 100 })),
    ])
    const codes = codesOf(await Promise.allSettled(both))
    expect(codes).not.toHaveProperty('undefined')
    expect(codes['max_value']).toBeGreaterThanOrEqual(3)
    const { total, remaining, distributed } = await portalNumbers(portal)
    expect([total, remaining + distributed]).toEqual([20, 20])
    expect(await make.check()).toEqual([])
  })

  test('the same key moves credits once, also at the same time', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    await make.plan(portal, 10)
    const hand = { by: { kind: 'portal', course_id } as const, user_id: manager.id, amount: 2, key: 'one gift' }
    const ids = await Promise.all([1, 2, 3].map(() => make.run(portal, (tx, ctx) => giveCredits(tx, ctx, hand))))
    expect(new Set(ids).size).toBe(1)
    expect(await portalNumbers(portal)).toMatchObject({ distributed: 2 })
  })
})

describe('reserving for invitations (MGR-007, CRD-031)', () => {
  test('a reserved credit counts as distributed, not as used, and comes back once', async () => {
    const portal = await t.make.portal()
    const manager = await t.make.person('manager', { portal })
    const { id: course_id } = await make.course(portal)
    const holder = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, holder, 1)
    const movement_id = await make.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))
    const own = () => make.run(portal, (tx) => loadCredits(tx, portal.id, holder))
    expect(await own()).toEqual({ total: 1, remaining: 0, distributed: 1, used: 0 })
    await expect(make.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))).rejects.toMatchObject({
      code: 'own_credits_not_enough',
      message: 'Yours credits are not enough',
    })
    const release = () => make.run(manager, (tx, ctx) => releaseCredit(tx, ctx, { movement_id }))
    await Promise.all([release(), release(), release()])
    expect(await own()).toEqual({ total: 1, remaining: 1, distributed: 0, used: 0 })
    expect(await make.check()).toEqual([])
  })
})

describe('refunds of orders with credits (ORD-045)', () => {
  test('takes back what the holder still has, at most the requested number, and never twice', async () => {
    const portal = await t.make.portal()
    const { id: course_id } = await make.course(portal)
    await make.buy(portal, { kind: 'portal', course_id }, 6, 501)
    await make.buy(portal, { kind: 'portal', course_id }, 4, 502)
    const remove = (order_id: number, at_most?: number) =>
      make.run(portal, (tx, ctx) => removeUnusedCredits(tx, ctx, { order_id, ...(at_most && { at_most }) }))
    expect(await remove(501, 2)).toEqual({ removed: 2, per_course: [{ course_id, removed: 2 }] })
    expect(await remove(501)).toEqual({ removed: 4, per_course: [{ course_id, removed: 4 }] })
    expect(await remove(501)).toEqual({ removed: 0, per_course: [{ course_id, removed: 0 }] })
    expect(await remove(999)).toEqual({ removed: 0, per_course: [] })
    expect(await portalNumbers(portal)).toMatchObject({ total: 4, remaining: 4 })
    expect(await make.check()).toEqual([])
  })

  test('credits passed on but not used count as unused: they come back to be removed', async () => {
    const portal = await t.make.portal()
    const [first, second] = [await t.make.person('manager', { portal }), await t.make.person('manager', { portal })]
    const { id: course_id } = await make.course(portal)
    await make.buy(portal, { kind: 'portal', course_id: null }, 10, 601)
    const give = (by: Parameters<typeof giveCredits>[2]['by'], user_id: number, amount: number) =>
      make.run(portal, (tx, ctx) => giveCredits(tx, ctx, { by, user_id, amount }))
    await give({ kind: 'portal', course_id }, first.id, 8)
    await give({ kind: 'manager', course_id, user_id: first.id }, second.id, 5)
    const holder = { kind: 'manager', course_id, user_id: second.id } as const
    await make.run(second, (tx, ctx) => reserveCredit(tx, ctx, { holder }))
    const removal = await make.run(portal, (tx, ctx) => removeUnusedCredits(tx, ctx, { order_id: 601 }))
    expect(removal).toEqual({ removed: 9, per_course: [{ course_id: null, removed: 9 }] })
    expect(await portalNumbers(portal)).toEqual({ total: 1, remaining: 0, distributed: 1, used: 0 })
    expect(await make.check()).toEqual([])
  })
})

describe('reading', () => {
  test('available credits are those of the manager, for others those of the portal (CRD-006)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const manager = await t.make.person('manager', { portal })
    const [one, other] = [await make.course(portal), await make.course(portal)]
    await make.plan(portal, 2)
    await make.buy(portal, { kind: 'portal', course_id: one.id }, 5)
    await make.buy(portal, { kind: 'manager', course_id: one.id, user_id: manager.id }, 3)
    const read = (who: typeof admin) => make.run(who, (tx, ctx) => availableCredits(tx, ctx, [one.id, other.id]))
    expect(await read(admin)).toEqual(new Map([[one.id, 7], [other.id, 2]])) // biome-ignore format: pairs
    expect(await read(manager)).toEqual(new Map([[one.id, 3], [other.id, 0]])) // biome-ignore format: pairs
  })

  test('the history has kind, target, amount, resulting balance, user and time, newest first (CRD-025, CRD-026, CRD-030)', async () => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal, first_name: 'Ada', last_name: 'Admin' })
    const manager = await t.make.person('manager', { portal, first_name: 'Mona', last_name: 'Manager' })
    const course = await make.course(portal)
    const hand = { by: { kind: 'portal', course_id: course.id } as const, user_id: manager.id }
    const day = (number: number) => new Date(Date.UTC(2031, 0, number, 12))
    await make.run(portal, (tx, ctx) => grantPlanCredits(tx, ctx, { amount: 9, key: 'history' }), day(1))
    await make.run(admin, (tx, ctx) => giveCredits(tx, ctx, { ...hand, user_id: null, amount: 5 }), day(2))
    await make.run(admin, (tx, ctx) => giveCredits(tx, ctx, { ...hand, amount: 4 }), day(3))
    await make.run(admin, (tx, ctx) => takeCredits(tx, ctx, { ...hand, amount: 1 }), day(4))
    await make.run(
      portal,
      (tx, ctx) => buyCredits(tx, ctx, { holder: { kind: 'portal', course_id: course.id }, amount: 2, order_id: 8 }),
      day(5),
    )
    await make.run(portal, (tx, ctx) => removeUnusedCredits(tx, ctx, { order_id: 8 }), day(6))

    const api = t.as(admin)
    const all = await api.call(listHistory)
    const shape = all.data.map((row) => [row.kind, row.direction, row.target, row.amount, row.balance_after])
    expect(shape).toEqual([
      [2, null, 1, 2, 2],
      [3, null, 1, 2, 4],
      [2, 2, 1, 1, 2],
      [1, 1, 1, 4, 1],
      [1, 1, 1, 5, 4],
      [1, null, 2, 9, 9],
    ])
    expect(all.data[3]).toMatchObject({
      course: { id: course.id, title: course.title },
      user: { id: manager.id, display_name: 'Mona Manager' },
      actor: { id: admin.id, display_name: 'Ada Admin' },
      learner: null,
      created_at: day(3).toISOString(),
    })
    expect(all.data[5]).toMatchObject({ course: null, user: null, actor: null })

    const of = async (query: Parameters<typeof api.call<typeof listHistory>>[1]) =>
      (await api.call(listHistory, query)).data
    expect(await of({ query: { user_id: manager.id } })).toHaveLength(2)
    expect(await of({ query: { course_id: course.id } })).toHaveLength(5)
    const days = await of({ query: { from: day(2).toISOString(), until: day(4).toISOString(), sort: 'created_at' } })
    expect(days.map((row) => row.amount)).toEqual([5, 4])

    const first = await api.call(listHistory, { query: { per_page: 4 } })
    const rest = await api.call(listHistory, { query: { per_page: 4, cursor: first.meta.next_cursor ?? '' } })
    expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(all.data.map((row) => row.id))
    expect(rest.meta.next_cursor).toBeNull()
    await expect(api.call(listHistory, { query: { color: 'red' } as never })).rejects.toMatchObject({ status: 422 })
  })

  test('the movements of one person page forward and back, as manager and as learner (API-012, CRD-026)', async () => {
    const portal = await t.make.portal()
    const accounting = await t.make.person('accounting', { portal })
    const person = await t.make.person('manager', { portal })
    const other = await t.make.person('manager', { portal })
    const course = await make.course(portal)
    const payerOf = (user_id: number) => ({ kind: 'manager', course_id: course.id, user_id }) as const
    for (const { id } of [person, other]) await make.buy(portal, payerOf(id), 10)
    const day = (number: number) => new Date(Date.UTC(2032, 0, number))
    for (let turn = 1; turn <= 7; turn++) {
      const [holder, learner] = turn % 2 ? [person, other] : [other, person]
      await make.run(
        portal,
        async (tx, ctx) => {
          const values = { portal_id: portal.id, course_id: course.id, user_id: learner.id, role: 'learner' }
          const { id } = await tx
            .insertInto('enrollments')
            .values({ ...values, expires_at: day(30), ended_at: day(29) })
            .returning('id')
            .executeTakeFirstOrThrow()
          const use = { holder: payerOf(holder.id), enrollment_id: id, learner_id: learner.id }
          const credit_movement_id = await spendCredit(tx, ctx, use)
          await tx
            .insertInto('enrollment_grants')
            .values({ portal_id: portal.id, enrollment_id: id, kind: 'credit', credit_movement_id })
            .execute()
        },
        day(turn),
      )
    }
    const api = t.as(accounting)
    const read = (query: object) => api.call(listHistory, { query: { user_id: person.id, per_page: 3, ...query } })
    const days = (answer: Awaited<ReturnType<typeof read>>) =>
      answer.data.map((row) => new Date(row.created_at).getUTCDate())
    const first = await read({ from: day(1).toISOString() })
    const second = await read({ from: day(1).toISOString(), cursor: first.meta.next_cursor })
    const third = await read({ from: day(1).toISOString(), cursor: second.meta.next_cursor })
    expect([days(first), days(second), days(third)]).toEqual([[7, 6, 5], [4, 3, 2], [1]])
    expect([first.meta.prev_cursor, third.meta.next_cursor]).toEqual([null, null])
    const back = await read({ from: day(1).toISOString(), cursor: third.meta.prev_cursor })
    expect(back).toEqual({
      data: second.data,
      meta: { next_cursor: expect.any(String), prev_cursor: expect.any(String) },
    })
    const start = await read({ from: day(1).toISOString(), cursor: back.meta.prev_cursor })
    expect([days(start), start.meta.prev_cursor]).toEqual([[7, 6, 5], null])
    const rising = await read({ sort: 'created_at', from: day(2).toISOString() })
    expect(days(rising)).toEqual([2, 3, 4])
  })

  test('only people who may open the portal credits can read them, and only in their portal (ROL-056, PRT-059)', async () => {
    const portal = await t.make.portal()
    await make.plan(portal, 12)
    const other = await t.make.portal()
    await make.plan(other, 99)
    for (const role of ['portal_admin', 'admin', 'accounting'] as const) {
      const api = t.as(await t.make.person(role, { portal }))
      expect((await api.call(showPortalCredits)).data).toEqual({
        ...{ total: 12, remaining: 12, distributed: 0, used: 0 },
        reserved: 0,
      })
      expect((await api.call(listHistory)).data.map((row) => row.amount)).toEqual([12])
    }
    for (const role of ['sub_admin', 'course_admin', 'manager', 'instructor', 'learner'] as const) {
      const api = t.as(await t.make.person(role, { portal }))
      const refusal = { status: 403, code: 'not_enough_permissions' }
      await expect(api.call(showPortalCredits)).rejects.toMatchObject(refusal)
      await expect(api.call(listHistory)).rejects.toMatchObject(refusal)
    }
    await expect(t.as(portal).call(showPortalCredits)).rejects.toMatchObject({ status: 401 })
  })
})
