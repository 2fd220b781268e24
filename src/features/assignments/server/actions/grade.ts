import { findById } from '#features/accounts/server/api.ts'
import { requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { STATUS, type Tracked, track } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { gradeOf, mayGrade } from '../../rules/attempts.ts'
import { type AssignmentRef, findTask, type ResponseServices } from '../own-assignment.ts'
import { loadResponses, loadTeaching, saveGrading } from '../response-store.ts'
import { showProgress } from '../show-progress.ts'

type GradeInput = AssignmentRef & { score: number; comment: string | null }
type Graded = { title: string; id: number }

/** Tells the learner, in the bell and by the course's mail (ASG-015, RTM-012). */
const tellLearner = async (
  tx: Tx,
  ctx: SignedIn,
  enrollment: { id: number; user_id: number; course_id: number },
  task: Graded,
  { score, comment, is_passed }: { score: number; comment: string | null; is_passed: boolean },
) => {
  const person = await findById(tx, ctx.portal.id, enrollment.user_id)
  if (!person) return
  const { slug, title } = await loadTeaching(tx, ctx.portal.id, enrollment.course_id)
  const link = `/courses/learner/${slug}/${enrollment.id}/outline/assignments/${task.id}`
  await notify(tx, ctx, {
    user_id: enrollment.user_id,
    kind: 'assignment_graded',
    data: { assignment_title: task.title, score, is_passed, link },
    mail: {
      to: person.email,
      course_id: enrollment.course_id,
      template: 'graded',
      data: {
        first_name: person.first_name,
        course_title: title,
        assignment_title: task.title,
        score,
        is_passed,
        comment,
        link: `${ctx.portal.origin}${link}`,
      },
    },
  })
}

/** The latest response of a learner whose enrollment is locked, and the item that it belongs to. */
export type Gradable = Awaited<ReturnType<typeof findTask>> & { tracked: Tracked; latest: { id: number } }
type Grade = Pick<GradeInput, 'score' | 'comment'>

/**
 * Writes a grade and what follows from it, and notifies the learner. A pass that is taken back takes the item's result back
 * first, which is the one way down (LRN-032). Whether the caller may grade is for the caller to check.
 */
export const writeGrade = async (
  { progress }: Pick<ResponseServices, 'progress'>,
  tx: Tx,
  ctx: SignedIn,
  { tracked, task, item, latest }: Gradable,
  { score, comment }: Grade,
): Promise<void> => {
  const { enrollment } = tracked
  const result = gradeOf(score, task.score)
  await saveGrading(tx, ctx.portal.id, latest.id, {
    score,
    comment,
    result,
    graded_by: ctx.viewer.user_id,
    graded_at: ctx.now,
  })
  if (item.status === STATUS.success && result === STATUS.failed) await progress.resetItem(tx, ctx, tracked, item)
  await progress.setItemStatus(tx, ctx, { enrollment, item_type: 'Assignment', item_id: task.id, status: result })
  await tellLearner(tx, ctx, enrollment, task, { score, comment, is_passed: result === STATUS.success })
  await logActivity(tx, ctx, {
    action: 'assignment.grade',
    subject_type: 'assignment_response',
    subject_id: latest.id,
    changes: { related_id: enrollment.id, user_id: enrollment.user_id, assignment: task.title, score },
  })
}

/**
 * Grades the latest response, or changes its grading (ASG-009, ASG-013). Throws `not_found` out of reach,
 * `operation_not_permitted` for the own response (ASG-014), and `invalid` without a response or once the course is finished.
 */
export const gradeResponse = async (services: ResponseServices, tx: Tx, ctx: SignedIn, grade: GradeInput) => {
  const tracked = await track(tx, ctx, grade.related_id)
  const enrollment = await requireLearnerWithinReach(tx, ctx, tracked.enrollment)
  if (enrollment.user_id === ctx.viewer.user_id) throw fail('operation_not_permitted')
  const { task, item } = await findTask(tx, ctx, tracked, grade.assignment_id)
  const at = { portal_id: ctx.portal.id, enrollment_id: enrollment.id, assignment_id: task.id }
  const latest = (await loadResponses(tx, at))[0]
  if (!latest) throw fail('invalid', { message: 'There is nothing to grade yet.' })
  const standing = {
    is_latest: true,
    is_graded: latest.graded_at !== null,
    is_course_finished: enrollment.completed_at !== null,
  }
  if (!mayGrade(standing)) throw fail('invalid', { message: 'The course is finished, so the grading stays.' })
  await writeGrade(services, tx, ctx, { tracked, task, item, latest }, grade)
  return { data: await showProgress(services, tx, ctx, grade) }
}
