import { loadEnrollment } from '#features/enrollments/server/api.ts'
import {
  loadTrackedCourse,
  requireActive,
  requireOwn,
  requireUnlocked,
  type Tracked,
  track,
} from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { whyNoResponse } from '../rules/attempts.ts'
import { loadTask } from './authoring.ts'
import { presentDraftFile, presentResponse } from './present-response.ts'
import { loadDraft, loadResponses } from './response-store.ts'

export type ResponseServices = Pick<Services, 'progress' | 'files' | 'secret'>
export type AssignmentRef = { related_id: number; assignment_id: number }

/** The assignment as an item of a learner's course; `not_found` outside of it. */
export const findTask = async (tx: Tx, ctx: Pick<SignedIn, 'portal'>, tracked: Pick<Tracked, 'course'>, id: number) => {
  const item = tracked.course.outline.find((entry) => entry.type === 'Assignment' && entry.id === id)
  const task = item && (await loadTask(tx, ctx.portal.id, tracked.course, id))
  if (!item || !task) throw fail('not_found')
  return { task, item }
}

/** What is known of a learner's course, whether it is locked or not. */
type CourseView = Pick<Tracked, 'enrollment' | 'course'>

/** As `track`, without the lock, for calls that only read. */
const look = async (tx: Tx, ctx: SignedIn, id: number): Promise<CourseView> => {
  const enrollment = await loadEnrollment(tx, ctx, id)
  const course = await loadTrackedCourse(tx, ctx.portal.id, id)
  if (!enrollment || !course || enrollment.role !== 'learner') throw fail('not_found')
  return { enrollment, course }
}

/** The learner's own assignment, locked until the transaction ends; open to them unless the course keeps it closed (LRN-027). */
export const ownTask = async (tx: Tx, ctx: SignedIn, ref: AssignmentRef, { isLocked = true } = {}) => {
  const tracked = await (isLocked ? track : look)(tx, ctx, ref.related_id)
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const { task, item } = await findTask(tx, ctx, tracked, ref.assignment_id)
  await requireUnlocked(tx, ctx, tracked.course, item)
  const at = { portal_id: ctx.portal.id, enrollment_id: enrollment.id, assignment_id: task.id }
  return { tracked, enrollment, task, item, at }
}

const REFUSALS = {
  waiting: 'Your response is waiting for its grading.',
  passed: 'You have passed this assignment already.',
} as const

/** As `ownTask`, and open for a response: throws `no_attempts_left`, or `invalid` while one waits or is passed (ASG-012). */
export const openTask = async (tx: Tx, ctx: SignedIn, ref: AssignmentRef) => {
  const own = await ownTask(tx, ctx, ref)
  requireActive(own.enrollment)
  const current_attempt = (await loadResponses(tx, own.at))[0]?.number ?? 0
  const why = whyNoResponse({ status: own.item.status, attempts: own.task.attempts, current_attempt })
  if (why === 'no_attempts_left') throw fail('no_attempts_left')
  if (why) throw fail('invalid', { message: REFUSALS[why] })
  return { ...own, current_attempt }
}

type Own = Pick<Awaited<ReturnType<typeof ownTask>>, 'enrollment' | 'task' | 'at'> & { status: 1 | 2 | 3 | 4 | 5 }

/** An own assignment for its learner, with what is being written (ASG-002, ASG-023). */
export const presentOwn = async (tx: Tx, ctx: SignedIn, secret: string, { enrollment, task, at, status }: Own) => {
  const { shown, draft_files } = await presentResponse(tx, ctx, secret, { task, enrollment, status })
  const draft = await loadDraft(tx, at)
  const { current_attempt } = shown
  const isOpen = whyNoResponse({ status, attempts: task.attempts, current_attempt }) === null
  return {
    ...shown,
    can_respond: isOpen && enrollment.access === 'active',
    draft: { text: draft?.text ?? '', files: draft_files.map(presentDraftFile), updated_at: draft?.updated_at ?? null },
  }
}
