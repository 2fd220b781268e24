import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { visitLength } from '../../rules/time-limit.ts'
import type { Visit } from '../attempt-store.ts'
import { saveVisit } from '../attempt-store.ts'
import { openLease } from '../lease.ts'
import { loadVisitedAttempt } from '../time-store.ts'

/** Far more pages than anybody opens to answer one question. */
const MOST_VISITS = 500

type QuestionTime = Visit & { related_id: number; exam_id: number; question_id: number; lease?: string | undefined }

/** Records how long a question has been on its learner's screen (EXM-036); repeated reports count once. */
export const keepOwnQuestionTime = async (secret: string, tx: Tx, ctx: SignedIn, time: QuestionTime) => {
  const { related_id, exam_id, question_id, visit } = time
  const at = { enrollment_id: related_id, exam_id, question_id }
  const lease = openLease(secret, ctx.portal.id, time.lease)
  const [, attempt] = await Promise.all([
    loadOwnEnrollment(tx, ctx, { related_id, to: 'read' }),
    loadVisitedAttempt(tx, ctx.portal.id, { ...at, attempt_id: lease?.attempt_id ?? null }),
  ])
  if (!attempt) throw fail('not_found')
  if (!attempt.has_question || attempt.visits >= MOST_VISITS)
    throw fail('invalid', { fields: { question_id: [errorText('not_in_options')] } })
  const milliseconds = visitLength(attempt, ctx.now, time.milliseconds)
  await saveVisit(tx, { portal_id: ctx.portal.id, attempt_id: attempt.id, question_id }, { visit, milliseconds })
  return { data: { milliseconds } }
}
