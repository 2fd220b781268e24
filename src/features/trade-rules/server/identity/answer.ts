import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashPassword, isPassword } from '#platform/passwords.ts'
import type { answerIdentityQuestion, setIdentityAnswers } from '../../contract-identity.ts'
import { LEAST_ANSWER, normalAnswer, outcomeOf } from '../../rules/identity.ts'
import { readStanding } from '../standing.ts'
import { settleIdentity } from './ask.ts'
import { presentIdentity } from './standing.ts'
import { enrollmentOfQuestion, insertAnswers, loadAnswers, settleQuestion } from './store.ts'
import { tellLearner } from './unlock.ts'

const personOf = (ctx: SignedIn) => ({ portal_id: ctx.portal.id, user_id: ctx.viewer.user_id })

/** Nobody says who they are in the name of another person (TRD-054). */
const requireSelf = (ctx: SignedIn): void => {
  if (ctx.viewer.current_role !== 'learner') throw fail('learner_only')
  if (ctx.viewer.impersonator_id !== null) throw fail('not_enough_permissions')
}

/**
 * Keeps the answers of a learner, as hashes alone (TRD-051). Throws `invalid` for answers that are too short or equal, and
 * `conflict` where answers are there already.
 */
export const setAnswers = async (tx: Tx, ctx: SignedIn, { answers }: Input<typeof setIdentityAnswers>['body']) => {
  requireSelf(ctx)
  const normal = answers.map(({ reply }) => normalAnswer(reply))
  const fields: Record<string, string[]> = {}
  for (const [index, { question }] of answers.entries()) {
    const answer = normal[index] ?? ''
    if (answers.findIndex((one) => one.question === question) < index)
      fields[`answers.${index}.question`] = ['Choose each question once.']
    if ([...answer].length < LEAST_ANSWER) fields[`answers.${index}.reply`] = ['Enter at least 2 letters or digits.']
    else if (normal.indexOf(answer) < index)
      fields[`answers.${index}.reply`] = ['Give a different answer to each question.']
  }
  if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
  const isAdded = await insertAnswers(tx, personOf(ctx), {
    questions: answers.map(({ question }) => question),
    answer_hashes: await Promise.all(normal.map(hashPassword)),
    set_at: ctx.now,
  })
  if (!isAdded)
    throw fail('conflict', {
      message: 'Your answers are set up already. Ask an administrator if you need to change them.',
    })
  return { data: { set_at: ctx.now } }
}

/**
 * Takes the answer to a question that is open; each has one, within its time (TRD-054). A question that is settled answers with
 * what became of it, so that a repeated message changes nothing.
 */
export const answerQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  { id, reply }: { id: number } & Input<typeof answerIdentityQuestion>['body'],
) => {
  requireSelf(ctx)
  const related_id = await enrollmentOfQuestion(tx, personOf(ctx), id)
  if (related_id === null) throw fail('not_found')
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id })
  const { identity } = await readStanding(tx, ctx, enrollment)
  if (!identity) throw fail('not_found')
  let standing = await settleIdentity(tx, ctx, enrollment, identity)
  const question = standing.questions.find((one) => one.id === id)
  if (!question) throw fail('not_found')
  let outcome = outcomeOf(question, ctx.now)
  if (outcome === null) {
    const answers = await loadAnswers(tx, personOf(ctx))
    const hash = answers?.answer_hashes[answers.questions.indexOf(question.question)] ?? null
    outcome = (await isPassword(normalAnswer(reply), hash)) ? 'right' : 'wrong'
    await settleQuestion(tx, ctx.portal.id, id, { outcome, answered_at: ctx.now })
    standing = await settleIdentity(tx, ctx, enrollment, standing)
    await tellLearner(tx, enrollment.user_id, related_id)
  }
  return { data: { outcome, identity: presentIdentity(standing) } }
}
