import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createBus } from '#platform/live/bus.ts'
import { publish } from '#platform/live/publish.ts'
import { type TestPortal, testApp } from '../../../../tests/api.ts'
import { codesOf, enrolling } from '../../../../tests/enrolling.ts'
import { loadCredits, openPurse } from '../../credits/server/api.ts'
import { createEnrollments, deleteEnrollments, setCurator, showAccess } from '../contract.ts'
import { enrollLearner, type Grant, recordProgress } from './api.ts'

const t = testApp()
const make = enrolling(t)
const { school, learner, enroll, enrollByOrder, numbers, begin, load } = make

describe('enrolling (USR-019, USR-020, USR-036, USR-037)', () => {
  test('uses one credit, gives the role learner and returns the enrollment (CRD-001, CRD-023)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await t.make.person('instructor', { portal })
    const [enrollment] = await enroll(admin, course_id, person)
    expect(enrollment).toMatchObject({
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

  test('the portal’s credits of the course are used before its general ones, a manager’s own when a manager enrolls (CRD-032)', async () => {
    const { portal, admin, course_id } = await school(2)
    const manager = await t.make.person('manager', { portal })
    const own = { kind: 'manager', course_id, user_id: manager.id } as const
    await make.buy(portal, { kind: 'portal', course_id }, 1)
    await make.buy(portal, own, 1)
    const remaining = () =>
      make.run(portal, async (tx) => [
        (await loadCredits(tx, portal.id, { kind: 'portal', course_id })).remaining,
        (await loadCredits(tx, portal.id, { kind: 'portal', course_id: null })).remaining,
        (await loadCredits(tx, portal.id, own)).remaining,
      ])
    expect(await remaining()).toEqual([1, 2, 1])
    await enroll(admin, course_id, await learner(portal))
    expect(await remaining()).toEqual([0, 2, 1])
    await enroll(admin, course_id, await learner(portal))
    expect(await remaining()).toEqual([0, 1, 1])
    await t.as(admin).call(createEnrollments, { body: { course_id, role_id: 'manager', user_ids: [manager.id] } })
    const emails = [(await learner(portal)).email]
    await t.as(manager).call(createEnrollments, { body: { course_id, emails } })
    expect(await remaining()).toEqual([0, 1, 0])
  })

  test('by e-mail creates accounts for new people and finds existing ones, each once (USR-019)', async () => {
    const { portal, admin, course_id } = await school()
    const member = await t.make.person('learner', { email_verified_at: new Date() })
    const emails = ['new.person@example.com', member.email.toUpperCase(), 'NEW.person@example.com']
    const { data } = await t.as(admin).call(createEnrollments, { body: { course_id, emails } })
    expect(data.refused).toEqual([])
    expect(data.enrolled.map((one) => one.user_id)).toContain(member.id)
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
    ).toEqual([member.email, 'new.person@example.com'].sort())
    expect(mails.filter((mail) => mail.template === 'new-account')).toHaveLength(1)
    expect(mails.filter((mail) => mail.template === 'joined-portal')).toMatchObject([{ to_email: member.email }])
  })

  test('an active learner of the course is refused and pays nothing; after the end they can enroll again (USR-022)', async () => {
    const { portal, admin, course_id } = await school()
    const person = await learner(portal)
    const [first] = await enroll(admin, course_id, person)
    const text = 'This user is already an active learner of the course.'
    await expect(enroll(admin, course_id, person)).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      errors: { user_id: [text] },
    })
    expect(await numbers(portal)).toMatchObject({ used: 1 })

    const after = new Date(new Date(first?.expires_at ?? '').getTime() + 1)
    const again = await make.run(
      portal,
      (tx, ctx) =>
        enrollLearner(tx, ctx, {
          user_id: person.id,
          course_id,
          grant: { kind: 'credit', holder: { kind: 'portal', course_id } },
        }),
      after,
    )
    expect(again.id).not.toBe(first?.id)
    await begin(portal, again.id)
    await make.run(portal, (tx, ctx) => recordProgress(tx, ctx, again.id, { status: 5, completed_at: ctx.now }), after)
    await enrollByOrder(portal, person.id, course_id, 900)
    expect(await make.check()).toEqual([])
  })

  test('some can be refused while others are enrolled; no account is created for an enrollment without a credit (CRD-021)', async () => {
    const { portal, admin, course_id } = await school(2)
    const [one, two] = [await learner(portal), await learner(portal)]
    await enroll(admin, course_id, one)
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
    const granted = await t.platform((tx) =>
      tx.selectFrom('users').select('id').where('email', '=', 'left.over@example.com').execute(),
    )
    expect(granted).toEqual([])
  })

  test('only published courses take learners; a paid order is still delivered (USR-043)', async () => {
    const { portal, admin } = await school()
    const person = await learner(portal)
    for (const publication_status of [1, 3, 4]) {
      const { id } = await make.course(portal, { publication_status })
      await expect(enroll(admin, id, person)).rejects.toMatchObject({ status: 422, code: 'invalid' })
    }
    const { id } = await make.course(portal, { publication_status: 4 })
    const enrollment = await enrollByOrder(portal, person.id, id, 31)
    expect((await load(portal, enrollment.id))?.access).toBe('active')
  })

  test('the term is five years from the purchase, or from the start if there is no order (USR-021, LEG-005)', async () => {
    const { portal, course_id } = await school()
    const [one, two] = [await learner(portal), await learner(portal)]
    const enroll = (user_id: number, extra: object) =>
      make.run(portal, (tx, ctx) => enrollLearner(tx, ctx, { user_id, course_id, grant: { kind: 'manual' }, ...extra }))
    const bought = await enroll(one.id, {
      purchased_at: new Date('2030-02-28T10:00:00Z'),
      starts_at: new Date('2030-03-05Z'),
    })
    const later = await enroll(two.id, { starts_at: new Date('2032-02-29T00:00:00Z') })
    expect((await load(portal, bought.id))?.expires_at).toEqual(new Date('2035-03-01T05:00:00Z'))
    expect((await load(portal, later.id))?.expires_at).toEqual(new Date('2037-03-01T05:00:00Z'))
    expect(await numbers(portal)).toMatchObject({ used: 0 })
    expect(await make.check()).toEqual([])
  })

  test('a repeated call with the same key enrolls once and pays once (API-024)', async () => {
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
    await expect(enroll(admin, course_id, stranger)).rejects.toMatchObject(missing)
    await expect(enroll(admin, other.course_id, await learner(portal))).rejects.toMatchObject(missing)
    const [enrollment] = await enroll(other.admin, other.course_id, stranger)
    const params = { id: enrollment?.id ?? 0 }
    const api = t.as(admin)
    await expect(api.call(showAccess, { params })).rejects.toMatchObject(missing)
    await expect(api.call(setCurator, { params, body: { curator_id: null } })).rejects.toMatchObject(missing)
    await expect(api.call(deleteEnrollments, { body: { role_id: 'learner', ids: [params.id] } })).rejects.toMatchObject(
      missing,
    )
  })

  test('roles without the screen group Users cannot enroll (ROL-047)', async () => {
    const { portal, course_id } = await school()
    const person = await learner(portal)
    for (const role of ['accounting', 'instructor', 'editor', 'partner', 'learner'] as const)
      await expect(enroll(await t.make.person(role, { portal }), course_id, person)).rejects.toMatchObject({
        status: 403,
      })
    const admin = await t.make.person('course_admin', { portal })
    expect(await enroll(admin, course_id, person)).toHaveLength(1)
  })
})

describe('many at once (CRD-023)', () => {
  test('200 enrollments at the same time on 50 credits give exactly 50, and 150 refusals with the right text', async () => {
    const { portal, admin, course_id } = await school(50)
    const people = await t.platform(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with made as (insert into users (email) select 'crowd' || n || '@example.com' from generate_series(1, 200) n returning id)
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
    const grants: Grant[] = [70, 71].flatMap((order_id): Grant[] => [
      { kind: 'order', order_id },
      { kind: 'credit', holder: own },
      { kind: 'credit', holder: { kind: 'portal', course_id } },
    ])
    const calls = grants.map((grant) =>
      make.run(portal, (tx, ctx) => enrollLearner(tx, ctx, { user_id: person.id, course_id, grant })),
    )
    expect(codesOf(await Promise.allSettled(calls))).toEqual({ ok: 1, invalid: 5 })
    expect(await make.check()).toEqual([])
  })
})

describe('live events (RTM-004, RTM-005, CRD-027)', () => {
  type Heard = { channel: string; event: string; data: unknown }

  /** What a separate process receives on these channels while `work` runs. */
  const eventsDuring = async (portal: TestPortal, channels: readonly string[], work: () => Promise<unknown>) => {
    const { options } = t.app.db.pool
    const bus = createBus({ ...options, password: options.password }, { onError: () => {} })
    await bus.ready
    const events: Heard[] = []
    const isDone = new Promise<void>((resolve) => {
      bus.subscribe('live', (message) => {
        const { channel, event, data } = message as Heard
        const name = channel.replace('private-', '')
        if (name === `enrolls.${portal.id}000`) resolve()
        else if (channels.includes(name)) events.push({ channel: name, event, data })
      })
    })
    await work()
    await make.run(portal, (tx) => publish(tx, { channel: `enrolls.${portal.id}000`, event: 'done', data: null }))
    await isDone
    await bus.close()
    return events
  }

  test('tell everyone watching the course what happened, tell the person who caused a failure, and show which credits are left (RTM-005)', async () => {
    const { portal, admin, course_id } = await school(2)
    const [one, two] = [await learner(portal), await learner(portal)]
    const events = await eventsDuring(portal, [`enrolls.${course_id}`], async () => {
      const [enrollment] = await enroll(admin, course_id, one)
      await t.as(admin).call(createEnrollments, { body: { course_id, user_ids: [one.id, two.id] } })
      await t.as(admin).call(deleteEnrollments, { body: { role_id: 'learner', ids: [enrollment?.id ?? 0] } })
    })
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
      actor_id: admin.id,
    })
  })

  test('tell a manager about their own credits and people, tell the learner about the enrollment, and show no totals of the portal (RTM-001, RTM-003, PRT-055)', async () => {
    const { portal, admin, course_id } = await school(5)
    const manager = await t.make.person('manager', { portal })
    const person = await learner(portal)
    const body = { course_id, role_id: 'manager' as const, user_ids: [manager.id] }
    const [own, theirs] = [`notifications.${manager.id}`, `notifications.${person.id}`]
    let enrollment: { id: number } | undefined
    const events = await eventsDuring(portal, [own, theirs], async () => {
      await t.as(admin).call(createEnrollments, { body })
      await make.buy(portal, { kind: 'manager', course_id, user_id: manager.id }, 2)
      enrollment = (await t.as(manager).call(createEnrollments, { body: { course_id, emails: [person.email] } })).data
        .enrolled[0]
      await t.as(manager).call(deleteEnrollments, { body: { role_id: 'learner', ids: [enrollment?.id ?? 0] } })
    })
    expect(events.filter(({ channel }) => channel === own).map(({ event }) => event)).toEqual([
      'enroll.created',
      'credits.updated',
      'enroll.created',
      'credits.updated',
      'credits.updated',
      'enroll.deleted',
    ])
    const ofLearner = events.filter(({ channel, event }) => channel === theirs && event.startsWith('enroll.'))
    expect(ofLearner.map(({ event }) => event)).toEqual(['enroll.created', 'enroll.deleted'])
    const credits = events.filter(({ event }) => event === 'credits.updated')
    for (const { data } of credits) expect(data).toEqual({ id: expect.any(Number), course_id })
  })
})

test('a purse is locked until its transaction ends: a second transaction waits and sees what is left', async () => {
  const { portal, course_id } = await school(1)
  const payer = { kind: 'portal', course_id } as const
  const [one, two] = [await learner(portal), await learner(portal)]
  const results = await Promise.allSettled(
    [one, two].map((person) =>
      make.run(portal, async (tx, ctx) => {
        const purse = await openPurse(tx, ctx, payer)
        return enrollLearner(
          tx,
          ctx,
          { user_id: person.id, course_id, grant: { kind: 'credit', holder: payer } },
          purse,
        )
      }),
    ),
  )
  expect(codesOf(results)).toEqual({ ok: 1, portal_credits_not_enough: 1 })
})
