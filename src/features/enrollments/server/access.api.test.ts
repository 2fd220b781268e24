import { describe, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { loadCredits, removeUnusedCredits, reserveCredit } from '../../credits/server/api.ts'
import { deleteEnrollments, showAccess } from '../contract.ts'
import {
  addGrant,
  endOrderGrants,
  enrollLearner,
  isActiveLearner,
  loadOwnEnrollment,
  recordProgress,
  whyAccess,
} from './api.ts'
import { turnOverAccess } from './jobs.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, enroll, enrollByOrder, numbers, begin, load } = make

describe('orders and their grants (ORD-013, ORD-045, CRD-032)', () => {
  const refund = (portal: TestPortal, order_id: number, certified: number[] = []) =>
    make.run(portal, (tx, ctx) => endOrderGrants(tx, ctx, { order_id, certified: async () => new Set(certified) }))
  const remove = (portal: TestPortal, order_id: number) =>
    make.run(portal, (tx, ctx) => removeUnusedCredits(tx, ctx, { order_id }))

  test('a purchase enrolls with one purchased movement and one use', async () => {
    const { portal, course_id } = await school(0)
    const person = await learner(portal)
    const { id } = await enrollByOrder(portal, person.id, course_id, 41)
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
    await expect(enrollByOrder(portal, (await learner(portal)).id, course_id, 41)).rejects.toMatchObject({
      status: 422,
    })
    expect(await make.check()).toEqual([])
  })

  test('a full refund ends access; an unused seat leaves the ledger, and one with progress stays used', async () => {
    const { portal, course_id } = await school(0)
    const [idle, busy] = [await learner(portal), await learner(portal)]
    const untouched = await enrollByOrder(portal, idle.id, course_id, 51)
    const begun = await enrollByOrder(portal, busy.id, course_id, 52)
    await begin(portal, begun.id)
    expect(await refund(portal, 51)).toEqual({ ended: [untouched.id] })
    expect(await refund(portal, 52)).toEqual({ ended: [begun.id] })
    expect(await refund(portal, 52)).toEqual({ ended: [] })
    for (const order_id of [51, 52]) expect((await remove(portal, order_id)).removed).toBe(0)
    const removed = await t.platform((tx) =>
      tx
        .selectFrom('credit_movements')
        .select(['kind', 'amount', 'order_id', 'balance_after'])
        .where('portal_id', '=', portal.id)
        .where('purpose', '=', 'remove')
        .execute(),
    )
    expect(removed).toEqual([{ kind: 2, amount: 1, order_id: 51, balance_after: 0 }])
    expect((await load(portal, begun.id))?.access).toBe('expired')
    expect(await make.check()).toEqual([])
  })

  test('access lasts while another grant is live, and ends with the last one', async () => {
    const { portal, course_id } = await school(0)
    const { id } = await enrollByOrder(portal, (await learner(portal)).id, course_id, 61)
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
    const one = await enrollByOrder(portal, person.id, course_id, 71)
    const two = await enrollByOrder(portal, person.id, second.id, 71)
    const part = { order_id: 71, course_ids: [second.id] }
    expect(await make.run(portal, (tx, ctx) => endOrderGrants(tx, ctx, part))).toEqual({ ended: [two.id] })
    expect(await refund(portal, 71, [one.id])).toEqual({ ended: [] })
    expect((await load(portal, one.id))?.access).toBe('active')
  })
})

describe('an invitation that was accepted (MGR-007)', () => {
  test('turns its reserved credit into a used one, once', async () => {
    const { portal, course_id } = await school(0)
    const manager = await t.make.person('manager', { portal })
    const holder = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, holder, 1)
    const movement_id = await make.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))
    const people = [await learner(portal), await learner(portal)]
    const accept = (user_id: number) =>
      make.run(portal, (tx, ctx) =>
        enrollLearner(tx, ctx, { user_id, course_id, grant: { kind: 'reserved', movement_id, holder } }),
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

  test('is pending, active and expired by the clock, and the job stores the same values', async () => {
    const { portal, course_id } = await school()
    const person = await learner(portal)
    const starts_at = new Date(Date.now() + 10 * DAY)
    const { id } = await make.run(portal, (tx, ctx) =>
      enrollLearner(tx, ctx, { user_id: person.id, course_id, grant: { kind: 'manual' }, starts_at }),
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

  test('completion ends the course; the learner can read it until the term is over', async () => {
    const { portal, admin, course_id, course } = await school()
    const person = await learner(portal)
    const [enrollment] = await enroll(admin, course_id, person)
    const id = enrollment?.id ?? 0
    await make.run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 5, completed_at: ctx.now }))
    expect(await load(portal, id)).toMatchObject({ access: 'expired', is_readable: true })
    const own = (to: 'read' | 'work', course_slug = course.slug) =>
      make.run(person, (tx, ctx) => loadOwnEnrollment(tx, ctx, { related_id: id, course_slug, to }))
    expect((await own('read')).completed_at).toEqual(expect.any(Date))
    await expect(own('work')).rejects.toMatchObject({ status: 403 })
    await expect(own('read', 'another-course')).rejects.toMatchObject({ status: 404 })
  })

  test("another person's enrollment is not found, and another role is told so (LRN-048, ERR-058)", async () => {
    const { portal, admin, course_id } = await school()
    const [enrollment] = await enroll(admin, course_id, await learner(portal))
    const as = (who: TestPerson) =>
      make.run(who, (tx, ctx) => loadOwnEnrollment(tx, ctx, { related_id: enrollment?.id ?? 0 }))
    await expect(as(await learner(portal))).rejects.toMatchObject({ code: 'not_found' })
    await expect(as(admin)).rejects.toMatchObject({
      code: 'learner_only',
      message: 'You can take this course only as a learner',
    })
  })

  test('the reason why someone can or cannot enter is answered as data', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const [enrollment] = await enroll(admin, course_id, person)
    const params = { id: enrollment?.id ?? 0 }
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
