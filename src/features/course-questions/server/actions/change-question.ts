import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { QUESTION_STATUS, type QuestionStatus } from '../../rules/questions.ts'
import { reachQuestion } from '../access.ts'
import { loadQuestion, lockQuestion, type QuestionRow, saveRead, saveStatus } from '../store.ts'
import { tellQuestion } from './write-message.ts'

type Change = { status?: QuestionStatus | undefined; last_read_id?: number | undefined }

/** Closes or reopens a question, or notes how far the viewer has read. Doing it twice changes nothing. */
export const changeQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  place: { slug: string; questionId: number },
  { status: newStatus, last_read_id }: Change,
): Promise<QuestionRow> => {
  const { question } = await reachQuestion(tx, ctx, place, newStatus === undefined ? 'view' : 'update')
  const { id: portalId } = ctx.portal
  const { user_id: viewerId } = ctx.viewer
  if (last_read_id !== undefined)
    await saveRead(tx, portalId, {
      question_id: question.id,
      user_id: viewerId,
      last_read_id: Math.min(last_read_id, question.last_message_id),
    })
  if (newStatus !== undefined) {
    const status = await lockQuestion(tx, portalId, question.id)
    const change = { status: newStatus, by: viewerId, at: ctx.now }
    if (await saveStatus(tx, portalId, { ...question, status }, change)) {
      await tellQuestion(tx, question, newStatus)
      await logActivity(tx, ctx, {
        action: newStatus === QUESTION_STATUS.closed ? 'course-question.close' : 'course-question.reopen',
        subject_type: 'course-question',
        subject_id: question.id,
      })
    }
  }
  return (await loadQuestion(tx, portalId, viewerId, { id: question.id })) as QuestionRow
}
