import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'

/** A proctor vouches in their own name: nobody does that who acts as somebody else. */
export const requirePerson = (ctx: SignedIn): void => {
  if (ctx.viewer.impersonator_id !== null) throw fail('not_enough_permissions')
}

type Subject = {
  id: number
  user_id: number
  related_id: number
  exam_id: number
  exam: string
  more?: Record<string, string>
}

/** Notes in the log what a proctor did, and lets the learner's open page read the exam again. */
export const tellAndLog = async (
  tx: Tx,
  ctx: SignedIn,
  what: 'open' | 'take-back' | 'incident' | 'end' | 'confirm',
  { id, user_id, related_id, exam_id, exam, more }: Subject,
): Promise<void> => {
  await Promise.all([
    logActivity(tx, ctx, {
      action: `proctoring.${what}`,
      subject_type: 'exam',
      subject_id: exam_id,
      changes: { related_id, user_id, exam, opening_id: id, ...more },
    }),
    publish(tx, { channel: `notifications.${user_id}`, event: 'exam.updated', data: { related_id, exam_id } }),
  ])
}
