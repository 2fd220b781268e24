import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createBus } from '#platform/bus.ts'
import { publish } from '#platform/live/publish.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { loadCredits, openPurse, portalCredits, removeUnusedCredits, reserveCredit } from '../../credits/server/api.ts'
import { createEnrollments, deleteEnrollments, setCurator, showAccess } from '../contract.ts'
import {
  addGrant,
  endOrderGrants,
  enrolLearner,
  isActiveLearner,
  loadEnrollment,
  loadOwnEnrollment,
  recordProgress,
  whyAccess,
} from './api.ts'
import { turnOverAccess } from './jobs.ts'

const t = testApp()
const make = enrolling(t)

/** A portal with a published course, somebody who runs it and credits to enrol with. */
const school = async (credits = 5) => {
  const portal = await t.make.portal()
  const admin = await t.make.person('portal_admin', { portal })
  const course = await make.course(portal)
  if (credits > 0) await make.plan(portal, credits)
  return { portal, admin, course, course_id: course.id }
}

const learner = (portal: TestPortal) => t.make.person('learner', { portal })
const enrol = async (who: TestPerson, courseId: number, ...people: TestPerson[]) => {
  const body = { course_id: courseId, user_ids: people.map(({ id }) => id) }
  return (await t.as(who).call(createEnrollments, { body })).data.enrolled
}
const byOrder = (portal: TestPortal, user_id: number, course_id: number, order_id: number) =>
  make.run(portal, (tx, ctx) => enrolLearner(tx, ctx, { user_id, course_id, grant: { kind: 'order', order_id } }))
const numbers = (portal: TestPortal) => make.run(portal, (tx) => portalCredits(tx, portal.id))
const start = (portal: TestPortal, id: number) =>
  make.run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 1, items_done: 1, started_at: ctx.now }))
const load = (portal: TestPortal, id: number, now?: Date) =>
  make.run(portal, (tx, ctx) => loadEnrollment(tx, ctx, id), now)

describe('enrolling (USR-019, USR-020, USR-037)', () => {
  test('uses one credit, gives the role learner and answers the enrolment (CRD-001, CRD-023)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await t.make.person('instructor', { portal })
    const [made] = await enrol(admin, course_id, person)
    expect(made).toMatchObject({
      user_id: person.id,
      course_id,
      portal_id: portal.id,
      role_id: 'learner',
      curator_id: null,
      status: 4,
      access: 'active',
      due_at: null,
    })
    expect(await numbers(portal)).toEqual({ total: 5, remaining: 4, distributed: 1, used: 1 })
    const roles = await t.platform((tx) =>
      tx.selectFrom('portal_user_roles').select('role').where('user_id', '=', person.id).orderBy('role').execute(),
    )
    expect(roles.map(({ role }) => role)).toEqual(['instructor', 'learner'])
    expect(await make.check()).toEqual([])
  })

  test('by e-mail makes accounts for new people and finds known ones, each once (USR-019)', async () => {
    const { portal, admin, course_id } = await school()
    const known = await t.make.person('learner')
    const emails = ['new.person@example.com', known.email.toUpperCase(), 'NEW.person@example.com']
    const { data } = await t.as(admin).call(createEnrollments, { body: { course_id, emails } })
    expect(data.refused).toEqual([])
    expect(data.enrolled.map((one) => one.user_id)).toContain(known.id)
    expect(data.enrolled).toHaveLength(2)
    expect(await numbers(portal)).toMatchObject({ used: 2 })
    await t.app.jobs.drain()
    const mails = await t.platform((tx) =>
      tx
        .selectFrom('mails')
        .select(['template', 'to_email'])
        .where('portal_id', '=', portal.id)
        .orderBy('template')
        .execute(),
    )
    expect(
      mails
        .filter((mail) => mail.template === 'enrolled')
        .map((mail) => mail.to_email.toLowerCase())
        .sort(),
    ).toEqual([known.email, 'new.person@example.com'].sort())
    expect(mails.filter((mail) => mail.template === 'new-account')).toHaveLength(1)
  })

  test('an active learner of the course is refused, and pays nothing; after the end there is room again (USR-022)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const [first] = await enrol(admin, course_id, person)
    const text = 'This user is already an active learner of the course.'
    await expect(enrol(admin, course_id, person)).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      errors: { user_id: [text] },
    })
    expect(await numbers(portal)).toMatchObject({ used: 1 })

    const after = new Date(new Date(first?.expires_at ?? '').getTime() + 1)
    const again = await make.run(
      portal,
      (tx, ctx) =>
        enrolLearner(tx, ctx, {
          user_id: person.id,
          course_id,
          grant: { kind: 'credit', holder: { kind: 'portal', course_id } },
        }),
      after,
    )
    expect(again.id).not.toBe(first?.id)
    await start(portal, again.id)
    await make.run(portal, (tx, ctx) => recordProgress(tx, ctx, again.id, { status: 5, completed_at: ctx.now }), after)
    await byOrder(portal, person.id, course_id, 900)
    expect(await make.check()).toEqual([])
  })

  test('some can be refused while others are enrolled; nobody is made for an enrolment without a credit (CRD-021)', async () => {
    const { portal, admin, course_id } = await school(2)
    const [one, two] = [await learner(portal), await learner(portal)]
    await enrol(admin, course_id, one)
    const body = { course_id, user_ids: [one.id, two.id], emails: ['left.over@example.com'] }
    const { data } = await t.as(admin).call(createEnrollments, { body })
    expect(data.enrolled.map((each) => each.user_id)).toEqual([two.id])
    expect(data.refused).toEqual([
      {
        user_id: one.id,
        email: null,
        code: 'invalid',
        message: 'This user is already an active learner of the course.',
      },
      {
        user_id: null,
        email: 'left.over@example.com',
        code: 'portal_credits_not_enough',
        message: 'Credits are not enough in the portal',
      },
    ])
    const made = await t.platform((tx) =>
      tx.selectFrom('users').select('id').where('email', '=', 'left.over@example.com').execute(),
    )
    expect(made).toEqual([])
  })

  test('only published courses take learners; a paid order is delivered all the same (USR-043)', async () => {
    const { portal, admin } = await school()
    const person = await learner(portal)
    for (const publication_status of [1, 3, 4]) {
      const { id } = await make.course(portal, { publication_status })
      await expect(enrol(admin, id, person)).rejects.toMatchObject({ status: 422, code: 'invalid' })
    }
    const { id } = await make.course(portal, { publication_status: 4 })
    const made = await byOrder(portal, person.id, id, 31)
    expect((await load(portal, made.id))?.access).toBe('active')
  })

  test('the term is five years from purchase, without an order from the start (USR-021, LEG-005)', async () => {
    const { portal, course_id } = await school()
    const [one, two] = [await learner(portal), await learner(portal)]
    const given = (user_id: number, extra: object) =>
      make.run(portal, (tx, ctx) => enrolLearner(tx, ctx, { user_id, course_id, grant: { kind: 'manual' }, ...extra }))
    const bought = await given(one.id, {
      purchased_at: new Date('2030-02-28T10:00:00Z'),
      starts_at: new Date('2030-03-05Z'),
    })
    const later = await given(two.id, { starts_at: new Date('2032-02-29T00:00:00Z') })
    expect((await load(portal, bought.id))?.expires_at).toEqual(new Date('2035-02-28T10:00:00Z'))
    expect((await load(portal, later.id))?.expires_at).toEqual(new Date('2037-02-28T00:00:00Z'))
    expect(await numbers(portal)).toMatchObject({ used: 0 })
    expect(await make.check()).toEqual([])
  })

  test('a repeated call with the same key enrols once and pays once (API-024)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const call = () =>
      t.as(admin).call(createEnrollments, { body: { course_id, user_ids: [person.id] } }, { idempotency_key: 'k-1' })
    const answers = await Promise.all([call(), call(), call()])
    expect(new Set(answers.map(({ data }) => data.enrolled[0]?.id)).size).toBe(1)
    expect(await numbers(portal)).toMatchObject({ used: 1 })
  })

  test('people and courses of another portal are not found (API-021)', async () => {
    const { portal, admin, course_id } = await school()
    const other = await school()
    const stranger = await learner(other.portal)
    const missing = { status: 404, code: 'not_found' }
    await expect(enrol(admin, course_id, stranger)).rejects.toMatchObject(missing)
    await expect(enrol(admin, other.course_id, await learner(portal))).rejects.toMatchObject(missing)
    const [made] = await enrol(other.admin, other.course_id, stranger)
    const params = { id: made?.id ?? 0 }
    const api = t.as(admin)
    await expect(api.call(showAccess, { params })).rejects.toMatchObject(missing)
    await expect(api.call(setCurator, { params, body: { curator_id: null } })).rejects.toMatchObject(missing)
    await expect(api.call(deleteEnrollments, { body: { role_id: 'learner', ids: [params.id] } })).rejects.toMatchObject(
      missing,
    )
  })

  test('roles without the screen group Users cannot enrol (ROL-047)', async () => {
    const { portal, course_id } = await school()
    const person = await learner(portal)
    for (const role of ['accounting', 'instructor', 'editor', 'partner', 'learner'] as const)
      await expect(enrol(await t.make.person(role, { portal }), course_id, person)).rejects.toMatchObject({
        status: 403,
      })
    const admin = await t.make.person('course_admin', { portal })
    expect(await enrol(admin, course_id, person)).toHaveLength(1)
  })
})

describe('many at once (CRD-023)', () => {
  test('200 enrolments at the same time on 50 credits give exactly 50, and 150 refusals with the right text', async () => {
    const { portal, admin, course_id } = await school(50)
    const people = await t.platform(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with made as (insert into users (email, first_name) select 'crowd' || n || '@example.com', 'C' || n from generate_series(1, 200) n returning id)
        insert into portal_users (portal_id, user_id) select ${portal.id}, id from made returning user_id as id`.execute(
        tx,
      )
      return rows
    })
    const api = t.as(admin)
    const calls = people.map(({ id }) => api.call(createEnrollments, { body: { course_id, user_ids: [id] } }))
    const results = await Promise.allSettled(calls)
    expect(codesOf(results)).toEqual({ ok: 50, portal_credits_not_enough: 150 })
    const texts = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.message)] : []))
    expect(new Set(texts)).toEqual(new Set(['Credits are not enough in the portal']))
    expect(await numbers(portal)).toEqual({ total: 50, remaining: 0, distributed: 50, used: 50 })
    const count = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('id').where('course_id', '=', course_id).execute(),
    )
    expect(count).toHaveLength(50)
    expect(await make.check()).toEqual([])
  })

  test('one person enrolled by a purchase, the portal and a manager at once is enrolled once and paid once', async () => {
    const { portal, course_id } = await school()
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 5)
    const person = await learner(portal)
    const grants = [
      { kind: 'order', order_id: 70 },
      { kind: 'credit', holder: own },
      { kind: 'credit', holder: { kind: 'portal', course_id } },
    ] as const
    const calls = [...grants, ...grants].map((grant) =>
      make.run(portal, (tx, ctx) => enrolLearner(tx, ctx, { user_id: person.id, course_id, grant })),
    )
    expect(codesOf(await Promise.allSettled(calls))).toEqual({ ok: 1, invalid: 5 })
    expect(await make.check()).toEqual([])
  })
})

describe('unenrolling (USR-018, USR-023, CRD-024)', () => {
  const remove = (who: TestPerson, ...ids: number[]) =>
    t.as(who).call(deleteEnrollments, { body: { role_id: 'learner', ids } })

  test('without progress the credit goes back to the holder it came from: course credits, general ones, a manager', async () => {
    const { portal, admin, course_id } = await school(1)
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 1)
    await make.buy(portal, { kind: 'portal', course_id }, 1)
    const people = [await learner(portal), await learner(portal), await learner(portal)] as const
    const made = await enrol(admin, course_id, people[0], people[1])
    const ofManager = await make.run(manager, (tx, ctx) =>
      enrolLearner(tx, ctx, { user_id: people[2].id, course_id, grant: { kind: 'credit', holder: own } }),
    )
    expect(await numbers(portal)).toMatchObject({ remaining: 0, used: 2 })
    const ids = [...made.map(({ id }) => id), ofManager.id]
    expect((await remove(admin, ...ids)).data.deleted.sort()).toEqual(ids.sort())
    await make.run(portal, async (tx) => {
      for (const holder of [own, { kind: 'portal', course_id }, { kind: 'portal', course_id: null }] as const)
        expect(await loadCredits(tx, portal.id, holder)).toMatchObject({ remaining: 1, distributed: 0, used: 0 })
    })
    await expect(remove(admin, ...ids)).rejects.toMatchObject({ status: 404 })
    expect(await make.check()).toEqual([])
  })

  test('with progress the credit stays used and the records stay', async () => {
    const { portal, admin, course_id } = await school()
    const [made] = await enrol(admin, course_id, await learner(portal))
    const id = made?.id ?? 0
    await t.platform((tx) =>
      tx
        .insertInto('course_user_progress')
        .values({ portal_id: portal.id, enrollment_id: id, item_type: 'Text', item_id: 1, status: 1 })
        .execute(),
    )
    await remove(admin, id)
    expect(await numbers(portal)).toMatchObject({ remaining: 4, used: 1 })
    expect(await load(portal, id)).toMatchObject({ access: 'expired', is_readable: false, ended_at: expect.any(Date) })
    const kept = await t.platform((tx) =>
      tx.selectFrom('course_user_progress').select('id').where('enrollment_id', '=', id).execute(),
    )
    expect(kept).toHaveLength(1)
    expect(await make.check()).toEqual([])
  })

  test('a manager takes away own learners without progress only; with progress the text is ERR-065 (MGR-011)', async () => {
    const { portal, admin, course_id } = await school()
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, own, 2)
    const [mine, theirs] = [await learner(portal), await learner(portal)]
    const { id } = await make.run(manager, (tx, ctx) =>
      enrolLearner(tx, ctx, { user_id: mine.id, course_id, grant: { kind: 'credit', holder: own } }),
    )
    const [other] = await enrol(admin, course_id, theirs)
    await expect(remove(manager, other?.id ?? 0)).rejects.toMatchObject({ status: 404 })
    await start(portal, id)
    await expect(remove(manager, id)).rejects.toMatchObject({
      status: 422,
      code: 'user_has_progress',
      message: 'User has a progress',
    })
    await remove(admin, id)
    expect(await load(portal, id)).toMatchObject({ ended_at: expect.any(Date) })
  })

  test('all ids must be of the named role, else nothing is taken away (USR-037)', async () => {
    const { portal, admin, course_id } = await school()
    const manager = await t.make.person('manager', { portal })
    const body = { course_id, role_id: 'manager' as const, user_ids: [manager.id] }
    const assigned = (await t.as(admin).call(createEnrollments, { body })).data.enrolled[0]
    const [made] = await enrol(admin, course_id, await learner(portal))
    await expect(remove(admin, made?.id ?? 0, assigned?.id ?? 0)).rejects.toMatchObject({ status: 422 })
    expect((await load(portal, made?.id ?? 0))?.ended_at).toBeNull()
    const { data } = await t
      .as(admin)
      .call(deleteEnrollments, { body: { role_id: 'manager', ids: [assigned?.id ?? 0] } })
    expect(data.deleted).toEqual([assigned?.id])
    expect(await numbers(portal)).toMatchObject({ used: 1 })
  })

  test('unenrolling and enrolling the same people at once neither blocks nor loses a credit', async () => {
    const { portal, admin, course_id } = await school(30)
    const people = await Promise.all(Array.from({ length: 6 }, () => learner(portal)))
    const made = await enrol(admin, course_id, ...people)
    const calls = [
      ...made.map(({ id }) => remove(admin, id)),
      ...people.map((person) => enrol(admin, course_id, person)),
      remove(admin, ...made.map(({ id }) => id)),
      enrol(admin, course_id, ...people),
    ]
    const codes = codesOf(await Promise.allSettled(calls))
    expect(Object.keys(codes).every((code) => ['ok', 'invalid', 'not_found'].includes(code))).toBe(true)
    expect(await make.check()).toEqual([])
    const active = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('id')
        .where('course_id', '=', course_id)
        .where('ended_at', 'is', null)
        .execute(),
    )
    expect(await numbers(portal)).toMatchObject({ used: active.length, remaining: 30 - active.length })
  })
})

describe('managers and instructors in a course (USR-015)', () => {
  const assign = (who: TestPerson, course_id: number, role_id: 'manager' | 'instructor', user: TestPerson) =>
    t.as(who).call(createEnrollments, { body: { course_id, role_id, user_ids: [user.id] } })

  test('use no credit; who may assign roles gives a missing one, others are refused (CRD-032, ERR-051)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const courseAdmin = await t.make.person('course_admin', { portal })
    await expect(assign(courseAdmin, course_id, 'manager', person)).rejects.toMatchObject({
      status: 422,
      code: 'role_not_held',
      message: 'The user does not have this role',
    })
    const { data } = await assign(admin, course_id, 'manager', person)
    expect(data.enrolled[0]).toMatchObject({ role_id: 'manager', access: 'active' })
    await expect(assign(admin, course_id, 'manager', person)).rejects.toMatchObject({ status: 422 })
    await assign(courseAdmin, course_id, 'instructor', await t.make.person('instructor', { portal }))
    expect(await numbers(portal)).toMatchObject({ used: 0 })
  })

  test('a curator is an instructor or manager of that course (USR-016)', async () => {
    const { portal, admin, course_id } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const [made] = await enrol(admin, course_id, await learner(portal))
    const set = (curator_id: number | null) =>
      t.as(admin).call(setCurator, { params: { id: made?.id ?? 0 }, body: { curator_id } })
    await expect(set(teacher.id)).rejects.toMatchObject({ status: 422, errors: { curator_id: [expect.any(String)] } })
    await assign(admin, course_id, 'instructor', teacher)
    expect((await set(teacher.id)).data.curator_id).toBe(teacher.id)
    expect((await set(null)).data.curator_id).toBeNull()
  })

  test('an instructor asks why for own learners of own courses only (ROL-027)', async () => {
    const { portal, admin, course_id } = await school()
    const teacher = await t.make.person('instructor', { portal })
    const [made] = await enrol(admin, course_id, await learner(portal))
    const params = { id: made?.id ?? 0 }
    const ask = () => t.as(teacher).call(showAccess, { params })
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    await assign(admin, course_id, 'instructor', teacher)
    await expect(ask()).rejects.toMatchObject({ status: 404 })
    await t.as(admin).call(setCurator, { params, body: { curator_id: teacher.id } })
    expect((await ask()).data.can_work).toBe(true)
    await expect(t.as(teacher).call(setCurator, { params, body: { curator_id: null } })).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('orders and their grants (ORD-013, ORD-045, CRD-032)', () => {
  const refund = (portal: TestPortal, order_id: number, certified: number[] = []) =>
    make.run(portal, (tx, ctx) => endOrderGrants(tx, ctx, { order_id, certified: async () => new Set(certified) }))
  const remove = (portal: TestPortal, order_id: number) =>
    make.run(portal, (tx, ctx) => removeUnusedCredits(tx, ctx, { order_id }))

  test('a purchase enrols with one purchased movement and one use', async () => {
    const { portal, course_id } = await school(0)
    const person = await learner(portal)
    const { id } = await byOrder(portal, person.id, course_id, 41)
    const movements = await t.platform((tx) =>
      tx
        .selectFrom('credit_movements')
        .select(['kind', 'purpose', 'amount', 'enrollment_id', 'order_id'])
        .where('portal_id', '=', portal.id)
        .orderBy('id')
        .execute(),
    )
    expect(movements).toEqual([
      { kind: 3, purpose: 'purchase', amount: 1, enrollment_id: null, order_id: 41 },
      { kind: 1, purpose: 'use', amount: 1, enrollment_id: id, order_id: 41 },
    ])
    expect(await numbers(portal)).toEqual({ total: 0, remaining: 0, distributed: 0, used: 0 })
    await expect(byOrder(portal, (await learner(portal)).id, course_id, 41)).rejects.toMatchObject({ status: 422 })
    expect(await make.check()).toEqual([])
  })

  test('a full refund ends the access; a seat nobody began to use leaves the ledger, one with progress stays used', async () => {
    const { portal, course_id } = await school(0)
    const [idle, busy] = [await learner(portal), await learner(portal)]
    const untouched = await byOrder(portal, idle.id, course_id, 51)
    const begun = await byOrder(portal, busy.id, course_id, 52)
    await start(portal, begun.id)
    expect(await refund(portal, 51)).toEqual({ ended: [untouched.id] })
    expect(await refund(portal, 52)).toEqual({ ended: [begun.id] })
    expect(await refund(portal, 52)).toEqual({ ended: [] })
    expect((await remove(portal, 52)).removed).toBe(0)
    expect((await remove(portal, 51)).removed).toBe(1)
    expect((await load(portal, begun.id))?.access).toBe('expired')
    expect(await make.check()).toEqual([])
  })

  test('access stays while another grant lives, and ends with the last one', async () => {
    const { portal, course_id } = await school(0)
    const { id } = await byOrder(portal, (await learner(portal)).id, course_id, 61)
    await make.run(portal, (tx, ctx) => addGrant(tx, ctx, { enrollment_id: id, kind: 'order', order_id: 62 }))
    expect(await refund(portal, 61)).toEqual({ ended: [] })
    expect((await load(portal, id))?.access).toBe('active')
    const report = await make.run(portal, (tx, ctx) => whyAccess(tx, ctx, id))
    expect(report?.grants.map((grant) => [grant.order_id, grant.revoke_reason])).toEqual([
      [61, 'order refunded'],
      [62, null],
    ])
    expect(await refund(portal, 62)).toEqual({ ended: [id] })
    expect((await load(portal, id))?.access).toBe('expired')
    expect(await make.check()).toEqual([])
  })

  test('course by course, and never where a certificate has been issued', async () => {
    const { portal, course_id } = await school(0)
    const second = await make.course(portal)
    const person = await learner(portal)
    const one = await byOrder(portal, person.id, course_id, 71)
    const two = await byOrder(portal, person.id, second.id, 71)
    const part = { order_id: 71, course_ids: [second.id] }
    expect(await make.run(portal, (tx, ctx) => endOrderGrants(tx, ctx, part))).toEqual({ ended: [two.id] })
    expect(await refund(portal, 71, [one.id])).toEqual({ ended: [] })
    expect((await load(portal, one.id))?.access).toBe('active')
  })
})

describe('an invitation that was accepted (MGR-007)', () => {
  test('turns its reserved credit into the use of the enrolment, once', async () => {
    const { portal, course_id } = await school(0)
    const manager = await t.make.person('manager', { portal })
    const holder = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, holder, 1)
    const movement_id = await make.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))
    const people = [await learner(portal), await learner(portal)]
    const accept = (user_id: number) =>
      make.run(portal, (tx, ctx) =>
        enrolLearner(tx, ctx, { user_id, course_id, grant: { kind: 'reserved', movement_id, holder } }),
      )
    const results = await Promise.allSettled(people.map(({ id }) => accept(id)))
    expect(codesOf(results)).toEqual({ ok: 1, conflict: 1 })
    expect(await make.run(portal, (tx) => loadCredits(tx, portal.id, holder))).toEqual({
      total: 1,
      remaining: 0,
      distributed: 1,
      used: 1,
    })
    expect(await make.check()).toEqual([])
  })
})

describe('access over time (LRN-009 to LRN-011, LEG-005, LEG-006)', () => {
  const DAY = 86_400_000

  test('is pending, active and expired by the clock, and the job writes the same words down', async () => {
    const { portal, course_id } = await school()
    const person = await learner(portal)
    const starts_at = new Date(Date.now() + 10 * DAY)
    const { id } = await make.run(portal, (tx, ctx) =>
      enrolLearner(tx, ctx, { user_id: person.id, course_id, grant: { kind: 'manual' }, starts_at }),
    )
    const ends = (await load(portal, id))?.expires_at.getTime() ?? 0
    const stored = () =>
      t.platform((tx) => tx.selectFrom('enrollments').select('access').where('id', '=', id).executeTakeFirstOrThrow())
    const own = (to: 'see' | 'read' | 'work', now: Date) =>
      make.run(person, (tx, ctx) => loadOwnEnrollment(tx, ctx, { related_id: id, to }), now)
    const refused = { code: 'not_enough_permissions', status: 403 }

    expect(await stored()).toEqual({ access: 'pending' })
    await expect(own('read', new Date())).rejects.toMatchObject(refused)
    expect((await own('see', new Date())).access).toBe('pending')

    const running = new Date(starts_at.getTime() + 1)
    expect(await load(portal, id, running)).toMatchObject({ access: 'active', is_readable: true })
    expect((await own('work', running)).id).toBe(id)
    expect((await turnOverAccess(t.app.db, running)).begun).toBeGreaterThanOrEqual(1)
    expect(await stored()).toEqual({ access: 'active' })

    const over = new Date(ends + 1)
    expect(await load(portal, id, over)).toMatchObject({ access: 'expired', is_readable: false })
    await expect(own('read', over)).rejects.toMatchObject(refused)
    expect(await make.run(portal, (tx, ctx) => isActiveLearner(tx, ctx, { user_id: person.id, course_id }), over)).toBe(
      false,
    )
    expect((await turnOverAccess(t.app.db, over)).expired).toBeGreaterThanOrEqual(1)
    expect(await stored()).toEqual({ access: 'expired' })
    expect(await turnOverAccess(t.app.db, over)).toEqual({ expired: 0, begun: 0 })
  })

  test('completion ends the taking; reading stays open to the learner until the term is over', async () => {
    const { portal, admin, course_id, course } = await school()
    const person = await learner(portal)
    const [made] = await enrol(admin, course_id, person)
    const id = made?.id ?? 0
    await make.run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 5, completed_at: ctx.now }))
    expect(await load(portal, id)).toMatchObject({ access: 'expired', is_readable: true })
    const own = (to: 'read' | 'work', course_slug = course.slug) =>
      make.run(person, (tx, ctx) => loadOwnEnrollment(tx, ctx, { related_id: id, course_slug, to }))
    expect((await own('read')).completed_at).toEqual(expect.any(Date))
    await expect(own('work')).rejects.toMatchObject({ status: 403 })
    await expect(own('read', 'another-course')).rejects.toMatchObject({ status: 404 })
  })

  test("somebody else's enrolment is not found, and another role is told so (LRN-048, ERR-058)", async () => {
    const { portal, admin, course_id } = await school()
    const [made] = await enrol(admin, course_id, await learner(portal))
    const as = (who: TestPerson) =>
      make.run(who, (tx, ctx) => loadOwnEnrollment(tx, ctx, { related_id: made?.id ?? 0 }))
    await expect(as(await learner(portal))).rejects.toMatchObject({ code: 'not_found' })
    await expect(as(admin)).rejects.toMatchObject({
      code: 'learner_only',
      message: 'You can take this course only as a learner',
    })
  })

  test('why somebody can or cannot enter is answered as data', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const [made] = await enrol(admin, course_id, person)
    const params = { id: made?.id ?? 0 }
    const ask = async () => (await t.as(admin).call(showAccess, { params })).data
    expect(await ask()).toMatchObject({
      access: 'active',
      can_work: true,
      can_read: true,
      reasons: [{ code: 'granted', at: null }],
      grants: [{ kind: 'credit', granted_by: admin.id, is_live: true }],
    })
    await t.platform((tx) =>
      tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', person.id).execute(),
    )
    expect(await ask()).toMatchObject({ can_read: false, reasons: [{ code: 'blocked' }] })
    await t.as(admin).call(deleteEnrollments, { body: { role_id: 'learner', ids: [params.id] } })
    const ended = await ask()
    expect(ended.reasons.map(({ code }) => code)).toEqual(['blocked', 'no_grant', 'ended'])
    expect(ended.grants).toMatchObject([{ is_live: false, revoke_reason: 'unenrolled' }])
  })
})

describe('live events (RTM-004, RTM-005, CRD-027)', () => {
  test('tell those who watch the course what happened and which credits are left', async () => {
    const { portal, admin, course_id } = await school(2)
    const { options } = t.app.db.pool
    const bus = createBus({ ...options, password: options.password }, { onError: () => {} })
    await bus.ready
    const events: { event: string; data: unknown }[] = []
    const isDone = new Promise<void>((resolve) => {
      bus.subscribe('live', (message) => {
        const { channel, event, data } = message as { channel: string; event: string; data: unknown }
        if (channel !== `private-enrolls.${course_id}`) return
        if (event === 'done') resolve()
        else events.push({ event, data })
      })
    })
    const [one, two] = [await learner(portal), await learner(portal)]
    const [made] = await enrol(admin, course_id, one)
    await t.as(admin).call(createEnrollments, { body: { course_id, user_ids: [one.id, two.id] } })
    await t.as(admin).call(deleteEnrollments, { body: { role_id: 'learner', ids: [made?.id ?? 0] } })
    await make.run(portal, (tx) => publish(tx, { channel: `enrolls.${course_id}`, event: 'done', data: null }))
    await isDone
    await bus.close()
    expect(events.map(({ event }) => event)).toEqual([
      'enroll.created',
      'credits.updated',
      'enroll.created',
      'enroll.error',
      'credits.updated',
      'credits.updated',
      'enroll.deleted',
    ])
    expect(events[0]?.data).toEqual({
      user_id: one.id,
      course_id,
      message: expect.stringContaining('has been enrolled'),
    })
    expect(events[1]?.data).toMatchObject({
      id: expect.any(Number),
      portalCredits: { total: 2, remaining: 1, distributed: 1, used: 1 },
      courseCredits: { total: 0, remaining: 0 },
    })
    expect(events[5]?.data).toMatchObject({ portalCredits: { remaining: 1, distributed: 1, used: 1 } })
    expect(events[3]?.data).toEqual({
      user_id: one.id,
      course_id,
      message: 'This user is already an active learner of the course.',
    })
  })
})

test('a purse is locked until its transaction ends: a second one waits and sees what is left', async () => {
  const { portal, course_id } = await school(1)
  const payer = { kind: 'portal', course_id } as const
  const [one, two] = [await learner(portal), await learner(portal)]
  const results = await Promise.allSettled(
    [one, two].map((person) =>
      make.run(portal, async (tx, ctx) => {
        const purse = await openPurse(tx, ctx, payer)
        return enrolLearner(tx, ctx, { user_id: person.id, course_id, grant: { kind: 'credit', holder: payer } }, purse)
      }),
    ),
  )
  expect(codesOf(results)).toEqual({ ok: 1, portal_credits_not_enough: 1 })
})
