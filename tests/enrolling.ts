import { buyCredits, checkCredits, grantPlanCredits, type Holder, portalCredits } from '#features/credits/server/api.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { enrollLearner, loadEnrollment, recordProgress } from '#features/enrollments/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'

let counter = 0

export type TestCourse = { id: number; slug: string; title: string }

/** Creates courses that accept learners, and runs actions directly, as a person or as nobody. */
export const enrolling = (t: TestApp) => {
  const course = (portal: TestPortal, values: Record<string, unknown> = {}): Promise<TestCourse> =>
    t.platform((tx) => {
      const n = ++counter
      return tx
        .insertInto('courses')
        .values({ portal_id: portal.id, slug: `course-${n}`, title: `Course ${n}`, publication_status: 2, ...values })
        .returning(['id', 'slug', 'title'])
        .executeTakeFirstOrThrow()
    })

  /** The context of a call by this person, or of a job or message in the portal. */
  const contextOf = async (who: TestPerson | TestPortal, now = new Date()): Promise<Context> => {
    const at = 'token' in who ? who.portal : who
    const portal = await t.app.resolvers.portalById(at.id)
    if (!portal) throw new Error(`There is no portal ${at.id}`)
    const viewer = 'token' in who ? await t.app.resolvers.viewerBySession(who.token, portal) : null
    const request = { id: 'test', address: '127.0.0.1', user_agent: '', is_secure: false }
    return { portal, host_portal: portal, viewer, scope: 'any', now, request }
  }

  /** Runs an action in one transaction of the portal, like a call. */
  const run = async <T>(
    who: TestPerson | TestPortal,
    action: (tx: Tx, ctx: SignedIn) => Promise<T>,
    now?: Date,
  ): Promise<T> => {
    const ctx = await contextOf(who, now)
    return t.app.db.withPortal(ctx.portal.id, (tx) => action(tx, ctx as SignedIn))
  }

  /** General credits of the portal, from a plan. */
  const plan = (portal: TestPortal, amount: number) =>
    run(portal, (tx, ctx) => grantPlanCredits(tx, ctx, { amount, key: `plan ${++counter}` }))

  const buy = (portal: TestPortal, holder: Holder, amount: number, orderId = 1_000_000 + ++counter) =>
    run(portal, (tx, ctx) => buyCredits(tx, ctx, { holder, amount, order_id: orderId }))

  /** A manager enrolls this many new people with their own credits for a course. */
  const spend = async (manager: TestPerson, courseId: number, count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const { id: user_id } = await t.make.person('learner', { portal: manager.portal })
      const holder = { kind: 'manager' as const, course_id: courseId, user_id: manager.id }
      await run(manager.portal, (tx, ctx) =>
        enrollLearner(tx, ctx, { user_id, course_id: courseId, grant: { kind: 'credit', holder } }),
      )
    }
  }

  /** A portal with a published course, a person who runs it, and credits to enroll with. */
  const school = async (credits = 5) => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const created = await course(portal)
    if (credits > 0) await plan(portal, credits)
    return { portal, admin, course: created, course_id: created.id }
  }

  const learner = (portal: TestPortal, values: Record<string, unknown> = {}) =>
    t.make.person('learner', { portal, ...values })

  /** Enrolls people with the call that screens use, and returns the enrollments in the order of the people. */
  const enroll = async (who: TestPerson, courseId: number, ...people: TestPerson[]) => {
    const body = { course_id: courseId, user_ids: people.map(({ id }) => id) }
    const { enrolled } = (await t.as(who).call(createEnrollments, { body })).data
    return people.flatMap(({ id }) => enrolled.filter(({ user_id }) => user_id === id))
  }

  const enrollByOrder = (portal: TestPortal, user_id: number, course_id: number, order_id: number) =>
    run(portal, (tx, ctx) => enrollLearner(tx, ctx, { user_id, course_id, grant: { kind: 'order', order_id } }))

  /** The credits of the portal. */
  const numbers = (portal: TestPortal) => run(portal, (tx) => portalCredits(tx, portal.id))

  /** Lets the learner of an enrollment begin. */
  const begin = (portal: TestPortal, id: number) =>
    run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 1, items_done: 1, started_at: ctx.now }))

  const load = (portal: TestPortal, id: number, now?: Date) =>
    run(portal, (tx, ctx) => loadEnrollment(tx, ctx, id), now)

  const check = () => checkCredits(t.app.db)
  return {
    course,
    contextOf,
    run,
    plan,
    buy,
    spend,
    check,
    school,
    learner,
    enroll,
    enrollByOrder,
    numbers,
    begin,
    load,
  }
}

/** The codes of refusals among results that were awaited together. */
export const codesOf = (results: readonly PromiseSettledResult<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const code =
      result.status === 'fulfilled' ? 'ok' : String((result.reason as { code?: string }).code ?? result.reason)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
