import { type Progress, type Status, track } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CloudRegistration } from '#platform/packages/cloud-scorm.ts'
import { isNewer, nextStatus, percentOf } from '../../rules/registration.ts'
import { loadRegistration, type RegistrationRow, updateRegistration } from '../registrations-store.ts'

/**
 * Keeps what the service says of a registration and sets the item's status by it; a success or finished one is never
 * lowered (SCO-019, SCO-020). A report that is not newer than the one before changes nothing, whether it was repeated or
 * overtaken; one without a time counts as of now.
 */
export const applyReport = async (
  progress: Progress,
  tx: Tx,
  ctx: Context,
  registration: RegistrationRow,
  report: CloudRegistration,
): Promise<void> => {
  const tracked = await track(tx, ctx, registration.enrollment_id)
  // Behind the lock of the enrollment: two reports at once come one after the other.
  const row = await loadRegistration(tx, ctx.portal.id, registration.uuid)
  const time = report.updated ? new Date(report.updated) : ctx.now
  const reportedAt = Number.isNaN(time.getTime()) ? ctx.now : time
  if (!row || !isNewer(row.reported_at, reportedAt)) return
  const reported = { completion: report.registrationCompletion, success: report.registrationSuccess }
  await updateRegistration(tx, row, {
    ...reported,
    score_percent: percentOf(report.score?.scaled),
    total_seconds: Math.max(0, Math.floor(report.totalSecondsTracked ?? 0)),
    reported_at: reportedAt,
  })
  const item = tracked.course.outline.find(({ type, id }) => type === 'CloudScormModule' && id === row.module_id)
  // A completed course keeps what is still reported, but its statuses are settled.
  if (!item || tracked.enrollment.access !== 'active') return
  const status = nextStatus(item.status, reported) as Status
  if (status !== item.status) await progress.change(tx, ctx, tracked, { type: item.type, id: item.id, status })
}
