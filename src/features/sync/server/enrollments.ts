import { enrollLearner, loadEnrollment, lockEnrollments, takeAway } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { EnrollmentRow, WithdrawalRow } from '../contract.ts'
import { requireCourse, requirePerson } from './refs.ts'

/** The running enrollment of a learner in a course, or null. */
const runningEnrollment = async (tx: Tx, ctx: SignedIn, at: { user_id: number; course_id: number }) => {
  const row = await tx
    .selectFrom('enrollments')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', at.user_id)
    .where('course_id', '=', at.course_id)
    .where('role', '=', 'learner')
    .where('access', '<>', 'expired')
    .where('expires_at', '>', ctx.now)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export type ShownEnrollment = Awaited<ReturnType<typeof shown>>

const shown = async (tx: Tx, ctx: SignedIn, id: number) => {
  const enrollment = await loadEnrollment(tx, ctx, id)
  if (!enrollment) throw new TypeError('An enrollment that was just made is there')
  const { user_id, course_id, starts_at, due_at, expires_at } = enrollment
  return { id, user_id, course_id, starts_at, due_at, expires_at }
}

/** Enrolls a person with one credit of the portal; who learns in the course already stays as they are (INT-032). */
export const enrollRow = async (tx: Tx, ctx: SignedIn, row: z.output<typeof EnrollmentRow>) => {
  const userId = await requirePerson(tx, ctx.portal.id, row.person)
  const { id: courseId } = await requireCourse(tx, ctx.portal.id, row.course)
  const running = await runningEnrollment(tx, ctx, { user_id: userId, course_id: courseId })
  if (running !== null) return { result: 'unchanged' as const, enrollment: await shown(tx, ctx, running) }
  const { starts_at, due_at, expires_at } = row
  if (expires_at && expires_at <= (starts_at ?? ctx.now))
    throw fail('invalid', { fields: { expires_at: ['Access has to end after it starts.'] } })
  const { id } = await enrollLearner(tx, ctx, {
    user_id: userId,
    course_id: courseId,
    grant: { kind: 'credit', holder: { kind: 'portal', course_id: courseId } },
    ...(starts_at && { starts_at }),
    ...(due_at !== undefined && { due_at }),
    expires_at: expires_at ?? null,
  })
  return { result: 'enrolled' as const, enrollment: await shown(tx, ctx, id) }
}

/** Takes a learner out of a course as the product does: without progress the credit goes back to where it came from. */
export const withdrawRow = async (tx: Tx, ctx: SignedIn, row: z.output<typeof WithdrawalRow>) => {
  const userId = await requirePerson(tx, ctx.portal.id, row.person)
  const { id: courseId } = await requireCourse(tx, ctx.portal.id, row.course)
  const running = await runningEnrollment(tx, ctx, { user_id: userId, course_id: courseId })
  const locked = running === null ? [] : await lockEnrollments(tx, ctx, [running])
  const open = locked.filter(({ ended_at }) => ended_at === null)
  if (open.length === 0) return { result: 'unchanged' as const, enrollment_id: null }
  await takeAway(tx, ctx, open, 'unenrolled')
  return { result: 'withdrawn' as const, enrollment_id: running }
}
