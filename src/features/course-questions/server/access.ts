import { type CourseRow, isWithinReach, loadCourse } from '#features/courses/server/api.ts'
import { accessOf } from '#kernel/access/permissions.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadQuestion, type QuestionRow } from './store.ts'

/** Fails with `not_found` where the portal has switched course questions off (REV-020, ROU-130). */
export const requireQuestions = ({ portal }: Pick<Context, 'portal'>): void => {
  if (portal.setting.disable_course_questions) throw fail('not_found')
}

/** The viewer's part in the questions of a course: as a person who asks, or as one who answers. */
export type Asker = { course: CourseRow; is_learner: boolean }

const reachOf = ({ viewer, portal }: SignedIn, action: 'view' | 'update') =>
  accessOf(viewer.current_role, `course-questions.${action}`, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/**
 * The course with the viewer's part in its questions. Throws `not_enough_permissions` for roles that neither ask nor answer,
 * and `not_found` for a course beyond reach (REV-018, ROL-038).
 */
export const reachQuestions = async (
  tx: Tx,
  ctx: SignedIn,
  slug: string,
  action: 'view' | 'update' = 'view',
): Promise<Asker> => {
  requireQuestions(ctx)
  const isLearner = ctx.viewer.current_role === 'learner'
  const scope = isLearner ? 'own' : reachOf(ctx, action)
  const course = await loadCourse(tx, ctx.portal.id, { slug })
  if (scope === 'none') throw fail('not_enough_permissions')
  if (!course || !(isLearner || (await isWithinReach(tx, { ...ctx, scope }, course)))) throw fail('not_found')
  return { course, is_learner: isLearner }
}

export type Reached = Asker & { question: QuestionRow }

/** One question of a course that the viewer may see: learners their own, the others those of courses within their reach. */
export const reachQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, questionId }: { slug: string; questionId: number },
  action: 'view' | 'update' = 'view',
): Promise<Reached> => {
  const asker = await reachQuestions(tx, ctx, slug, action)
  const question = await loadQuestion(tx, ctx.portal.id, ctx.viewer.user_id, {
    id: questionId,
    course_id: asker.course.id,
  })
  if (!question || (asker.is_learner && question.user_id !== ctx.viewer.user_id)) throw fail('not_found')
  return { ...asker, question }
}

const isWithin = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<boolean> => {
  const scope = reachOf(ctx, 'view')
  if (scope === 'none') return false
  const course = await loadCourse(tx, ctx.portal.id, { id: courseId })
  return course !== null && isWithinReach(tx, { ...ctx, scope }, course)
}

/** Whether the viewer may follow all questions of a course: those who may answer (REV-029). */
export const mayFollowCourseQuestions = async (tx: Tx, ctx: SignedIn, courseId: number): Promise<boolean> =>
  !ctx.portal.setting.disable_course_questions && isWithin(tx, ctx, courseId)

/** Whether the viewer may follow a question: the person who asked it, and those who may answer (REV-018, REV-029). */
export const mayFollowQuestion = async (tx: Tx, ctx: SignedIn, questionId: number): Promise<boolean> => {
  if (ctx.portal.setting.disable_course_questions) return false
  const question = await loadQuestion(tx, ctx.portal.id, ctx.viewer.user_id, { id: questionId })
  if (!question) return false
  if (ctx.viewer.current_role === 'learner') return question.user_id === ctx.viewer.user_id
  return isWithin(tx, ctx, question.course_id)
}
