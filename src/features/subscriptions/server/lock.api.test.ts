import { describe, expect, test } from 'vitest'
import { hashPassword } from '#platform/passwords.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { refusalOf } from '../../../../tests/shop.ts'
import { movableClock, subscribingOf } from '../../../../tests/subscribing.ts'
import { createPayment } from '../../checkout/contract.ts'
import { updateCourse } from '../../courses/contract.ts'
import { reserveCredit } from '../../credits/server/api.ts'
import { createEnrollments } from '../../enrollments/contract.ts'
import { enrollLearner } from '../../enrollments/server/api.ts'
import { showPermissions } from '../../permissions/contract.ts'
import { showPortal } from '../../portals/contract.ts'
import { portalChanged } from '../../portals/server/api.ts'
import { listLearnerCourses } from '../../progress/contract.ts'
import { attachSubscription, cancelMySubscription, updateSubscription } from '../contract.ts'

const clock = movableClock()
const t = testApp({ now: clock.now })
const s = subscribingOf(t, clock)
const school = enrolling(t)
const author = authoring(t)
const { shop } = s

const LOCKED = {
  status: 403,
  code: 'plan_not_enough',
  message: 'Your affiliate subscription does not include this action. Please change your plan.',
}

/** Waits until this process knows the state of the portal, since changes arrive by the bus. */
const expectOpen = (portal: TestPortal, isOpen: boolean) => {
  const read = async () => {
    const portalNow = await t.app.resolvers.portalById(portal.id)
    const byHost = await t.app.resolvers.portalByHost(portal.host)
    return [portalNow!, byHost!].map(({ subscribed_until: until }) => until !== null && until > clock.now())
  }
  return expect.poll(read).toEqual([isOpen, isOpen])
}

/** Ends the portal's subscription and announces it like an action. */
const endAtOnce = async (portal: TestPortal) => {
  await t.platform(async (tx) => {
    await tx.updateTable('portals').set({ subscribed_until: null }).where('id', '=', portal.id).execute()
    await portalChanged(tx, portal.id)
  })
  await expectOpen(portal, false)
}

/** A portal whose subscription has ended, with a course and credits from before that. */
const lapsed = async (until: Date | null = null) => {
  const portal = await shop.portal({ subscribed_until: until })
  const admin = await s.person('portal_admin', portal)
  await school.plan(portal, 5)
  return { portal, admin, course: await shop.course(portal) }
}
const rowsOf = async (portal: TestPortal) =>
  t.platform(async (tx) => {
    const of = (table: 'enrollments' | 'orders' | 'portal_users' | 'credit_movements' | 'mails') =>
      tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .where('portal_id', '=', portal.id)
        .executeTakeFirstOrThrow()
    const counts: Record<string, number> = {}
    for (const table of ['enrollments', 'orders', 'portal_users', 'credit_movements', 'mails'] as const)
      counts[table] = Number((await of(table)).count)
    return counts
  })
const move = (who: TestPerson, slug: string, body: object) => t.as(who).call(updateCourse, { params: { slug }, body })

// The first portal of a database is the core portal, which needs no subscription.
const core = () => t.make.portal({ subscribed_until: null, is_marketable: true })

describe('a portal whose subscription has ended (ORD-047, ORD-038, ERR-067)', () => {
  test('does not apply to the core portal, which needs no subscription', async () => {
    const portal = await core()
    expect(portal.id).toBe(t.config.CORE_PORTAL_ID)
    const admin = await t.make.person('portal_admin', { portal })
    await school.plan(portal, 1)
    const { id } = await shop.course(portal)
    expect(await school.enroll(admin, id, await school.learner(portal))).toHaveLength(1)
  })

  test('enrolls and invites nobody new, and a try writes nothing', async () => {
    const { portal, admin, course } = await lapsed()
    const learner = await school.learner(portal)
    const manager = await t.make.person('manager', { portal })
    const holder = { kind: 'manager', course_id: course.id, user_id: manager.id } as const
    await school.buy(portal, holder, 2)
    const before = await rowsOf(portal)
    for (const who of [admin, await s.person('course_admin', portal)])
      for (const people of [{ user_ids: [learner.id] }, { emails: ['new.person@example.com'] }])
        expect(
          await refusalOf(t.as(who).call(createEnrollments, { body: { course_id: course.id, ...people } })),
        ).toMatchObject(LOCKED)
    await expect(school.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))).rejects.toMatchObject(LOCKED)
    const after = await rowsOf(portal)
    expect({ ...after, portal_users: before.portal_users }).toEqual(before)
    expect(await shop.credits(portal, null)).toBe(5)
    expect(await shop.credits(portal, course.id, manager.id)).toBe(2)
  })

  test('keeps the credit of an earlier invitation, which can be accepted once there is a plan again', async () => {
    const { portal, course } = await lapsed(new Date('9999-01-01T00:00:00Z'))
    const manager = await t.make.person('manager', { portal })
    const invited = await school.learner(portal)
    const holder = { kind: 'manager', course_id: course.id, user_id: manager.id } as const
    await school.buy(portal, holder, 1)
    const movement_id = await school.run(manager, (tx, ctx) => reserveCredit(tx, ctx, { holder }))
    const accept = async (until: Date | null) => {
      const ctx = await school.contextOf(portal)
      const there = { ...ctx, portal: { ...ctx.portal, subscribed_until: until } }
      return t.app.db.withPortal(portal.id, (tx) =>
        enrollLearner(tx, there, {
          user_id: invited.id,
          course_id: course.id,
          grant: { kind: 'reserved', movement_id, holder },
        }),
      )
    }
    await expect(accept(null)).rejects.toMatchObject(LOCKED)
    expect((await accept(new Date('9999-01-01T00:00:00Z'))).id).toBeGreaterThan(0)
    expect(await school.check()).toEqual([])
  })

  test('publishes nothing new, while texts can be changed and courses archived as before', async () => {
    const portal = await shop.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const ready = await author.readyCourse(admin)
    const public_ = await author.readyCourse(admin)
    await move(admin, public_.slug, { publication_status: 2 })
    await endAtOnce(portal)
    for (const publication_status of [2, 3])
      expect(await refusalOf(move(admin, ready.slug, { publication_status }))).toMatchObject(LOCKED)
    await move(admin, ready.slug, { title: 'Better words' })
    await move(admin, public_.slug, { title: 'Better words, still public', publication_status: 2 })
    expect((await move(admin, public_.slug, { publication_status: 4 })).data.publication_status).toBe(4)
  })

  test('sells nothing: no seats or credits to anyone, and creates no order', async () => {
    const { portal, admin, course } = await lapsed()
    const bundle = await shop.bundle(portal, [course])
    const manager = await t.make.person('manager', { portal })
    const former = await t.make.person('learner', { portal })
    const tries: [TestPerson | TestPortal, string, object[]][] = [
      [portal, 'course', [{ id: course.id, quantity: 1 }]],
      [former, 'course', [{ id: course.id, quantity: 3 }]],
      [former, 'bundle', [{ id: bundle.id, quantity: 1 }]],
      [former, 'learner-reenroll', [{ id: course.id, quantity: 1 }]],
      [admin, 'credits-on-portal', [{ quantity: 10 }]],
      [admin, 'credits-on-course', [{ id: course.id, quantity: 10 }]],
      [manager, 'credits-on-course', [{ id: course.id, quantity: 10 }]],
    ]
    for (const [who, kind, items] of tries) {
      const body = shop.paymentBody(who, kind, items as never, 'token' in who ? {} : { email: 'visitor@example.com' })
      expect(await refusalOf(t.as(who).call(createPayment, { body })), kind).toMatchObject(LOCKED)
    }
    expect((await rowsOf(portal)).orders).toBe(0)
  })

  test('lets learners continue, people sign in, and its staff read everything', async () => {
    const { portal, admin, course } = await lapsed()
    const learner = await s.person('learner', portal)
    await author.enroll(portal, course.id, learner)
    const { data } = await t.as(learner).call(listLearnerCourses)
    expect(data).toMatchObject([{ slug: course.slug }])
    expect((await t.as(admin).call(showPortal)).data.credits).toMatchObject({ remaining: 5 })
    expect((await t.as(portal).call(showPortal)).data).not.toHaveProperty('subscribed_until')
    // The data is theirs, and people can still sign in: an ended subscription alone does not pause the portal.
    const exported = await t.request(admin, { url: '/api/v1/users/all-user-export' })
    expect([exported.statusCode, exported.body.includes(learner.email)]).toEqual([200, true])
    const password_hash = await hashPassword('Learner-password-1!')
    await t.platform((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', learner.id).execute())
    const credentials = { email: learner.email, password: 'Learner-password-1!' }
    const signedIn = await t.request(portal, { method: 'POST', url: '/api/v1/login', payload: credentials })
    expect(signedIn.statusCode).toBe(200)
  })

  test('delivers an order paid before the end even if the message arrives later (ORD-009, ORD-012)', async () => {
    const { portal, course } = await lapsed(new Date(clock.now().getTime() + 60_000))
    const learner = await t.make.person('learner', { portal })
    const { id } = await shop.checkOut(learner, 'course', [{ id: course.id, quantity: 1 }])
    const seats = await shop.checkOut(learner, 'course', [{ id: course.id, quantity: 4 }])
    const messages = [await shop.pay(id), await shop.pay(seats.id)]
    await s.pass(1)
    for (const message of messages) expect((await shop.deliver(portal, message)).statusCode).toBe(200)
    expect((await shop.order(id)).status).toBe(3)
    expect(await shop.enrollmentsOf(learner.id)).toMatchObject([{ course_id: course.id, ended_at: null }])
    expect(await shop.credits(portal, course.id, learner.id)).toBe(4)
  })

  test('is locked by the clock without any job, and a new plan unlocks it at once', async () => {
    const portal = await shop.portal({ subscribed_until: null })
    const admin = await s.person('portal_admin', portal)
    const { id: course_id } = await shop.course(portal)
    await school.plan(portal, 5)
    const sally = await s.person('super_admin', portal)
    const small = await s.plan()
    const enroll = async () => {
      const { id } = await school.learner(portal)
      return t.as(admin).call(createEnrollments, { body: { course_id, user_ids: [id] } })
    }
    expect(await refusalOf(enroll())).toMatchObject(LOCKED)
    await s.subscribe(admin, small.id)
    await expectOpen(portal, true)
    await enroll()
    await t.as(admin).call(cancelMySubscription)
    await expectOpen(portal, true)
    await enroll()
    await s.pass(367)
    expect(await refusalOf(enroll())).toMatchObject(LOCKED)
    await s.run()
    expect(await refusalOf(enroll())).toMatchObject(LOCKED)
    const body = { portal_id: portal.id, plan_id: small.id, period: 'annual' as const, credits: 0 }
    const { data } = await t.as(sally).call(attachSubscription, { body })
    await expectOpen(portal, true)
    await enroll()
    await t.as(sally).call(updateSubscription, { params: { id: data.id }, body: { status: 'deleted' } })
    await expectOpen(portal, false)
    expect(await refusalOf(enroll())).toMatchObject(LOCKED)
  })
})

describe('a feature not in the plan (ORD-038, ROL-067, ROL-072)', () => {
  test('is explained to managers by the plan, to others by their role', async () => {
    const poor = await t.make.portal({ plan_short_name: 'promo' })
    const rich = await t.make.portal({ plan_short_name: 'enterprise' })
    const ask = async (portal: TestPortal, role: 'manager' | 'learner') =>
      refusalOf(t.as(await s.person(role, portal)).call(showPermissions))
    expect(await ask(poor, 'manager')).toMatchObject(LOCKED)
    expect(await ask(poor, 'learner')).toMatchObject({ status: 403, code: 'not_enough_permissions' })
    expect(await ask(rich, 'manager')).toBeUndefined()
  })
})
