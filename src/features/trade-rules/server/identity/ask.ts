import { randomInt } from 'node:crypto'
import { lockEnrollment } from '#features/enrollments/server/api.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { isDue, outcomeOf } from '../../rules/identity.ts'
import type { SeatItemType } from '../../rules/model.ts'
import { drawFor, type IdentityStanding, identityStanding } from './standing.ts'
import { insertLock, insertQuestion, isAttemptRunning, loadAnswers, loadQuestions, settleQuestion } from './store.ts'

export type AskedPerson = { id: number; user_id: number; course_id: number }

/** Reads the questions again, after something was written. */
const readAgain = async (
  tx: Tx,
  ctx: Context,
  enrollment: AskedPerson,
  before: IdentityStanding,
): Promise<IdentityStanding> => {
  const questions = await loadQuestions(tx, ctx.portal.id, [enrollment.id])
  return identityStanding(before.terms, { questions, has_answers: before.has_answers, now: ctx.now }) ?? before
}

/**
 * Locks the enrollment, and writes what the clock has settled: a question without an answer in its time is missed, and one
 * mistake too many locks the course (TRD-054, TRD-055). After a missed one it is locked as of the end of that question's time,
 * whenever somebody looks (TRD-069).
 */
export const settleIdentity = async (
  tx: Tx,
  ctx: Context,
  enrollment: AskedPerson,
  before: IdentityStanding,
): Promise<IdentityStanding> => {
  await lockEnrollment(tx, ctx, enrollment.id)
  const standing = await readAgain(tx, ctx, enrollment, before)
  const last = standing.questions.at(-1)
  if (!last) return standing
  const outcome = outcomeOf(last, ctx.now)
  const isMissed = last.outcome === null && outcome === 'missed'
  const isLocking = standing.state === 'locked' && !standing.questions.some(({ lock }) => lock?.unlocked_at === null)
  if (isMissed) await settleQuestion(tx, ctx.portal.id, last.id, { outcome: 'missed', answered_at: null })
  if (isLocking) {
    const locked_at = outcome === 'missed' ? last.expires_at : (last.answered_at ?? ctx.now)
    await insertLock(tx, ctx.portal.id, { enrollment_id: enrollment.id, question_id: last.id, locked_at })
    await logActivity(tx, ctx, {
      // Where no page came back, nobody did it.
      action: ctx.viewer === null ? 'identity.lock-overdue' : 'identity.lock',
      subject_type: 'enrollment',
      subject_id: enrollment.id,
      changes: { user_id: enrollment.user_id, course_id: enrollment.course_id },
    })
  }
  return isMissed || isLocking ? readAgain(tx, ctx, enrollment, standing) : standing
}

type Moment = {
  /** The time that counts in the enrollment. */
  counted: number
  item: { item_type: SeatItemType; item_id: number }
  secret: string
}

/** Asks the next question if it is due, of an enrollment that is locked and clear (TRD-052). */
export const askWhenDue = async (
  tx: Tx,
  ctx: SignedIn,
  enrollment: AskedPerson,
  standing: IdentityStanding,
  { counted, item, secret }: Moment,
): Promise<IdentityStanding> => {
  const { terms, questions } = standing
  const last = questions.at(-1)
  const draw = drawFor(secret, enrollment.id, last?.id ?? 0)
  if (!isDue(terms, { questions, counted, draw, now: ctx.now })) return standing
  const isTest = item.item_type === 'Exam' || item.item_type === 'Survey'
  const exam = { enrollment_id: enrollment.id, exam_id: item.item_id, now: ctx.now }
  if (isTest && (await isAttemptRunning(tx, ctx.portal.id, exam))) return standing
  const answers = await loadAnswers(tx, { portal_id: ctx.portal.id, user_id: enrollment.user_id })
  const others = answers?.questions.filter((question) => question !== last?.question) ?? []
  const question = others[others.length === 0 ? 0 : randomInt(others.length)]
  if (question === undefined) return standing
  await insertQuestion(tx, ctx.portal.id, {
    enrollment_id: enrollment.id,
    rule_version_id: terms.version_id,
    question,
    ...item,
    asked_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + terms.answer_seconds * 1000),
    counted,
  })
  return readAgain(tx, ctx, enrollment, standing)
}
