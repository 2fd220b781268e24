import { displayPerson, findById } from '#features/accounts/server/api.ts'
import { courseFile } from '#features/media/server/api.ts'
import { resultOf, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Assignment } from '../contract.ts'
import { remainingAttempts } from '../rules/attempts.ts'
import { type FileRow, loadFiles, loadResponses, type ResponseRow } from './response-store.ts'

type Task = z.output<typeof Assignment>

export const presentFile = ({
  uuid,
  name,
  mime_type,
  size,
}: Omit<FileRow, 'id' | 'response_id' | 'key' | 'client_id'>) => ({
  uuid,
  name,
  mime_type,
  size: Number(size),
  url: `/api/v1/assignment-files/${uuid}`,
})

export const presentDraftFile = (file: Parameters<typeof presentFile>[0] & { client_id: string | null }) => ({
  ...presentFile(file),
  client_id: file.client_id,
})

const presentAttempt = (row: ResponseRow, files: readonly FileRow[]) => ({
  id: row.id,
  number: row.number,
  result: row.result === null ? null : resultOf(row.result as Status),
  learner_response: {
    text: row.text,
    files: files.filter((file) => file.response_id === row.id).map(presentFile),
    created_at: row.created_at,
  },
  instructor_response:
    row.score === null || row.graded_at === null || row.grader_id === null
      ? null
      : {
          score: row.score,
          comment: row.comment,
          created_at: row.graded_at,
          user: {
            id: row.grader_id,
            first_name: row.first_name,
            last_name: row.last_name,
            middle_name: row.middle_name,
          },
        },
})

/** A task as its learner reads it, with addresses of its files for this person alone. */
export const presentTask = (ctx: SignedIn, secret: string, task: Task) => ({
  ...task,
  file: task.file && courseFile(secret, ctx, task.file),
  materials: task.materials.map((file) => courseFile(secret, ctx, file)),
})

type ResponseContext = { task: Task; enrollment: { id: number; user_id: number }; status: Status }

/** An assignment with all responses of one learner, as both sides see it (ASG-001 to ASG-003, ASG-010). */
export const presentResponse = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  { task, enrollment, status }: ResponseContext,
) => {
  const at = { portal_id: ctx.portal.id, enrollment_id: enrollment.id, assignment_id: task.id }
  const rows = await loadResponses(tx, at)
  const files = await loadFiles(tx, at)
  const learner = await findById(tx, ctx.portal.id, enrollment.user_id)
  if (!learner) throw fail('not_found')
  const attempts = rows.map((row) => presentAttempt(row, files))
  const latest = attempts[0]
  const current = rows[0]?.number ?? 0
  return {
    shown: {
      assignment: presentTask(ctx, secret, task),
      related_id: enrollment.id,
      status,
      current_attempt: current,
      remaining_attempts: remainingAttempts(task.attempts, current),
      learner_response: latest?.learner_response ?? null,
      instructor_response: latest?.instructor_response ?? null,
      learner: displayPerson(learner),
      attempts,
    },
    draft_files: files.filter((file) => file.response_id === null),
    latest: rows[0] ?? null,
  }
}
