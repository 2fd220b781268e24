import { requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import {
  countedAttempts,
  examItem,
  loadAttempts,
  loadOpenings,
  loadTakenExam,
  peopleOf,
  proctorRuleOf,
  standingOpening,
} from '#features/exams/server/api.ts'
import { STATUS, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { OPENING_MINUTES, type openExam } from '../../contract.ts'
import { insertOpening } from '../store.ts'
import { requirePerson, tellAndLog } from './tell.ts'

type Body = Input<typeof openExam>['body']

/** The attempts that a learner has left, of an exam that is not passed and not being taken. */
const requireAttemptLeft = (
  status: number,
  attempts: { status: number }[],
  { attempts_number: most }: { attempts_number: number | null },
): void => {
  if (status === STATUS.success) throw fail('exam_already_finished')
  if (attempts.at(-1)?.status === STATUS.in_progress)
    throw fail('invalid', {
      message: 'The learner is taking this exam now. A running attempt goes on without an opening.',
    })
  if (most !== null && attempts.length >= most) throw fail('no_attempts_left')
}

/** Says who was faster. */
const alreadyOpen = async (tx: Tx, ctx: SignedIn, at: { enrollment_id: number; exam_id: number }) => {
  const openings = await loadOpenings(tx, ctx.portal.id, { enrollment_ids: [at.enrollment_id], exam_id: at.exam_id })
  const standing = standingOpening(openings, ctx.now)
  const people = await peopleOf(tx, ctx.portal.id, openings)
  const name = standing && people.get(standing.opened_by)?.display_name
  return fail('conflict', { message: `${name ?? 'Another proctor'} already opened this exam for the learner.` })
}

/**
 * Opens an exam for one attempt of a learner within reach, whose identity the proctor has checked (TRD-040). The enrollment is
 * locked, so that two proctors at once open it once. Returns the id of the opening.
 */
export const openExamFor = async (tx: Tx, ctx: SignedIn, body: Body): Promise<number> => {
  requirePerson(ctx)
  const at = { enrollment_id: body.related_id, exam_id: body.exam_id }
  const [tracked, taken, attempts] = await Promise.all([
    track(tx, ctx, body.related_id),
    loadTakenExam(tx, ctx.portal.id, at),
    loadAttempts(tx, ctx.portal.id, at),
  ])
  const { course } = tracked
  const enrollment = await requireLearnerWithinReach(tx, ctx, tracked.enrollment)
  if (enrollment.user_id === ctx.viewer.user_id) throw fail('own_proctor')
  const { exam, item } = examItem(taken, course)
  const rule = await proctorRuleOf(tx, ctx, { enrollment, course, exam })
  if (!rule)
    throw fail('invalid', { message: 'No rule requires a proctor for this exam now. The learner can start it.' })
  if (enrollment.access !== 'active')
    throw fail('invalid', { message: 'The learner cannot work in this course now. Check their enrollment.' })
  requireAttemptLeft(item.status, countedAttempts(attempts), exam)
  const id = await insertOpening(tx, {
    ...{ portal_id: ctx.portal.id, ...at, rule_version_id: rule.version_id },
    ...{ opened_by: ctx.viewer.user_id, opened_at: ctx.now },
    expires_at: new Date(ctx.now.getTime() + OPENING_MINUTES * 60_000),
    ...{ place: body.place, identity_check: body.identity_check },
  })
  if (id === null) throw await alreadyOpen(tx, ctx, at)
  const { place, identity_check } = body
  await tellAndLog(tx, ctx, 'open', {
    ...{ id, user_id: enrollment.user_id, related_id: body.related_id, exam_id: exam.id, exam: exam.title },
    more: { place, identity_check },
  })
  return id
}
