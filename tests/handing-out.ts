// Schools whose manager receives credits and hands them out.
import { createEnrollments } from '../src/features/enrollments/contract.ts'
import { recordProgress } from '../src/features/enrollments/server/api.ts'
import { giveCourseCredits, takeCourseCredits } from '../src/features/managers/contract.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'
import { enrolling } from './enrolling.ts'

/** What manager tests do: a school, giving and taking credits, and enrolling people who begin to learn. */
export const handingOut = (t: TestApp) => {
  const make = enrolling(t)
  const school = async (credits = 20) => {
    const portal = await t.make.portal()
    const admin = await t.make.person('portal_admin', { portal })
    const manager = await t.make.person('manager', { portal, first_name: 'Mona', last_name: 'Manager' })
    const course = await make.course(portal)
    if (credits > 0) await make.plan(portal, credits)
    return { portal, admin, manager, course }
  }
  const moving =
    (call: typeof giveCourseCredits | typeof takeCourseCredits) =>
    (who: TestPerson, slug: string, amount: number, user_id?: number) =>
      t.as(who).call(call, { params: { slug }, body: { amount, ...(user_id && { user_id }) } })
  const learner = (portal: TestPortal, values = {}) => t.make.person('learner', { portal, ...values })
  const enrollByEmail = async (who: TestPerson, course_id: number, ...people: { email: string }[]) => {
    const emails = people.map(({ email }) => email)
    return (await t.as(who).call(createEnrollments, { body: { course_id, emails } })).data.enrolled
  }
  const start = (portal: TestPortal, id: number) =>
    make.run(portal, (tx, ctx) => recordProgress(tx, ctx, id, { status: 1, items_done: 1, started_at: ctx.now }))
  return {
    make,
    school,
    give: moving(giveCourseCredits),
    take: moving(takeCourseCredits),
    learner,
    enrollByEmail,
    start,
  }
}
