import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ask, type StatementCall, statement, type Tx } from '#platform/db/db.ts'
import { accessAt } from '../rules/access.ts'
import { type Enrollment, loadEnrollmentOf } from './store.ts'

type CourseAccessRequest = {
  related_id: number
  course_slug?: string
  /** What the call is for: seeing that it exists, reading the course, or working on its items. */
  to?: 'see' | 'read' | 'work'
}

/**
 * The signed-in learner's own enrollment (LRN-048). Throws `learner_only` in another role, `not_found` for a foreign,
 * ended or missing one or another course, and `not_enough_permissions` when it cannot be read, or, with `to: 'work'`,
 * cannot be worked on now (LRN-010). `to: 'see'` requires neither.
 */
export const loadOwnEnrollment = async (tx: Tx, ctx: SignedIn, request: CourseAccessRequest): Promise<Enrollment> => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  const { related_id: id, course_slug, to = 'read' } = request
  const own = { id, user_id: ctx.viewer.user_id, course_slug }
  const enrollment = await loadEnrollmentOf(tx, ctx.portal.id, own, ctx.now)
  if (!enrollment) throw fail('not_found')
  const isOpen = { see: true, read: enrollment.is_readable, work: enrollment.access === 'active' }[to]
  if (!isOpen) throw fail('not_enough_permissions')
  return enrollment
}

export type ProgressRecord = {
  /** Progress status number of the course (LRN-007). */
  status?: number
  items_done?: number
  started_at?: Date
  completed_at?: Date
  completed_by?: number | null
  completion_reason?: string | null
  last_item?: { type: string; id: number }
  /** The version of the course that the learner begins. */
  version?: number
}

const recordingBy = (more = '') =>
  statement(`
    update enrollments set
      status = coalesce($3, status), items_done = coalesce($4, items_done), started_at = coalesce($5, started_at),
      last_item_type = coalesce($6, last_item_type), last_item_id = coalesce($7, last_item_id),
      last_opened_at = case when $6::text is null then last_opened_at else $8::timestamptz end,
      version = coalesce(version, $9)${more}
    where portal_id = $1 and id = $2`)
// What is not given stays as it is; completing ends the taking of the course.
const RECORD = recordingBy()
const RECORD_COMPLETION = recordingBy(`,
      access = 'expired', completed_at = $10, completed_by = $11, completion_reason = $12`)

/**
 * What writes what an enrollment that the caller has locked knows of its progress; a completion ends the taking of the course
 * at once (LRN-010, LEG-005).
 */
export const recordingProgress = (
  ctx: Pick<Context, 'portal' | 'now'>,
  id: number,
  record: ProgressRecord,
): StatementCall => {
  const { status = null, items_done = null, started_at = null, last_item: last, version = null } = record
  const opened = [last?.type ?? null, last?.id ?? null, ctx.now]
  const values = [ctx.portal.id, id, status, items_done, started_at, ...opened, version]
  if (!record.completed_at) return [RECORD, values]
  const { completed_at, completed_by = null, completion_reason = null } = record
  return [RECORD_COMPLETION, [...values, completed_at, completed_by, completion_reason]]
}

/** Writes it at once. */
export const recordProgress = async (tx: Tx, ...args: Parameters<typeof recordingProgress>): Promise<void> => {
  await ask(tx, ...recordingProgress(...args))
}

/**
 * Undoes a completion after a result was reset, so that the course can be taken again until its term ends (EXM-023). A
 * learner who has enrolled again in the meantime keeps that enrollment, and this call is refused (USR-022).
 */
export const reopenEnrollment = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  enrollment: Pick<Enrollment, 'id' | 'starts_at' | 'expires_at' | 'ended_at'>,
): Promise<void> => {
  const access = accessAt({ ...enrollment, completed_at: null }, ctx.now)
  await tx
    .updateTable('enrollments')
    .set({ completed_at: null, completed_by: null, completion_reason: null, access })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', enrollment.id)
    .execute()
}
