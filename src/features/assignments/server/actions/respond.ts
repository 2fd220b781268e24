import { notify } from '#features/notifications/server/api.ts'
import { STATUS } from '#features/progress/server/api.ts'
import { requireIdentity } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { responseFault } from '../../rules/attempts.ts'
import { MOST_FILES, storeFile } from '../files.ts'
import { type AssignmentRef, openTask, presentOwn, type ResponseServices } from '../own-assignment.ts'
import { deleteDraft, insertResponse, loadFiles, loadTeaching } from '../response-store.ts'

type ResponseInput = AssignmentRef & { text: string; uploads: readonly UploadedFile[] }
type Open = Awaited<ReturnType<typeof openTask>>

const CLOSED = { text: 'This assignment takes files only.', files: 'This assignment takes text only.' } as const

/** Tells the learner's curator, or the instructors of the course, that there is something to grade (ASG-015, USR-016). */
const tellGraders = async (tx: Tx, ctx: SignedIn, { enrollment, task }: Open) => {
  const { slug, title, instructor_ids } = await loadTeaching(tx, ctx.portal.id, enrollment.course_id)
  const graders = enrollment.curator_id === null ? instructor_ids : [enrollment.curator_id]
  for (const user_id of graders) {
    if (user_id === ctx.viewer.user_id) continue
    await notify(tx, ctx, {
      user_id,
      kind: 'assignment_answered',
      data: {
        assignment_title: task.title,
        course_title: title,
        learner_name: displayName(ctx.viewer),
        link: `/courses/builder/${slug}/assignment-progress/${enrollment.user_id}/${enrollment.id}/${task.id}`,
      },
    })
  }
}

/**
 * Submits a response: its text, its files and those of the draft. The assignment is then in progress, the attempt
 * counted, the graders notified (ASG-008, ASG-015). Two submissions at once make one, since the enrollment is locked.
 * Throws `no_attempts_left`, and `invalid` for a response that waits, is passed, is empty, or uses a way that is not
 * allowed (ASG-004, ASG-012). While identity questions stand in the way it throws what `requireIdentity` does, and the draft
 * stays (TRD-053).
 */
export const respond = async (
  { progress, files, secret }: ResponseServices,
  tx: Tx,
  ctx: SignedIn,
  response: ResponseInput,
) => {
  const open = await openTask(tx, ctx, response)
  const { task, enrollment, at, current_attempt, tracked } = open
  if (tracked.course.has_rules) await requireIdentity(tx, ctx, enrollment)
  const text = response.text.trim()
  const draftFiles = (await loadFiles(tx, at)).filter((file) => file.response_id === null)
  const count = draftFiles.length + response.uploads.length
  const fault = responseFault({ text, files: count }, task)
  if (fault) {
    const message = fault.why === 'missing' ? errorText('required') : CLOSED[fault.field]
    throw fail('invalid', { fields: { [fault.field]: [message] } })
  }
  if (count > MOST_FILES) throw fail('max_entries', { params: { max: MOST_FILES }, field: 'files' })
  for (const upload of response.uploads) await storeFile(tx, files, at, upload, ctx.now)
  const number = current_attempt + 1
  const id = await insertResponse(tx, at, { number, text: text || null, created_at: ctx.now })
  await deleteDraft(tx, at)
  const step = await progress.setItemStatus(tx, ctx, {
    enrollment,
    item_type: 'Assignment',
    item_id: task.id,
    status: STATUS.in_progress,
  })
  await tellGraders(tx, ctx, open)
  await logActivity(tx, ctx, {
    action: 'assignment.respond',
    subject_type: 'assignment_response',
    subject_id: id,
    changes: { related_id: enrollment.id, assignment: task.title, attempt: number },
  })
  return { data: await presentOwn(tx, ctx, secret, { enrollment, task, at, status: step.item_status }) }
}
