import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { storeAttachments } from '#features/media/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { publish } from '#platform/live/publish.ts'
import { QUESTION_EVENTS } from '../../contract.ts'
import { excerptOf, FILES_MAX, type QuestionStatus, statusAfterMessage } from '../../rules/questions.ts'
import { type Reached, reachQuestion, reachQuestions } from '../access.ts'
import {
  addFiles,
  findSentMessage,
  findSentQuestion,
  insertMessage,
  insertQuestion,
  loadCategories,
  loadQuestion,
  lockQuestion,
  type MessageRow,
  type QuestionRow,
  saveRead,
  saveStatus,
} from '../store.ts'

type Letter = { text?: string | undefined; client_id: string; uploads: readonly UploadedFile[] }

/** Words or files; neither is no message. */
const requireContent = ({ text, uploads }: Letter): void => {
  if (!text && uploads.length === 0) throw fail('invalid', { field: 'text', message: errorText('required') })
  if (uploads.length > FILES_MAX)
    throw fail('invalid', { field: 'files', message: `A message can have ${FILES_MAX} files at most.` })
}

/** Tells those who have the question or the list of the course open, and the learner's own pages. */
export const tellQuestion = async (
  tx: Tx,
  question: Pick<QuestionRow, 'id' | 'course_id' | 'user_id'>,
  status: QuestionStatus,
): Promise<void> => {
  const event = QUESTION_EVENTS.updated
  const data = { question_id: question.id, course_id: question.course_id, status }
  await publish(tx, { channel: `questions.${question.id}`, event, data })
  await publish(tx, { channel: `course-questions.${question.course_id}`, event, data })
  await publish(tx, { channel: `notifications.${question.user_id}`, event, data })
}

type Place = Pick<Reached, 'course' | 'question'>

/** Writes a message to a locked question with all that follows: status, read mark, live events, and for an answer the bell. */
const write = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { course, question }: Place,
  letter: Letter,
): Promise<number | null> => {
  const { id: portalId } = ctx.portal
  const { user_id: viewerId } = ctx.viewer
  const status = await lockQuestion(tx, portalId, question.id)
  const messageId = await insertMessage(tx, portalId, {
    question_id: question.id,
    user_id: viewerId,
    client_id: letter.client_id,
    text: letter.text ?? '',
    created_at: ctx.now,
  })
  if (messageId === null) return null
  await addFiles(tx, portalId, messageId, await storeAttachments(tx, ctx, files, letter.uploads, 'files'))
  await saveRead(tx, portalId, { question_id: question.id, user_id: viewerId, last_read_id: messageId })
  const isAuthor = question.user_id === viewerId
  const next = statusAfterMessage(status, isAuthor)
  await saveStatus(tx, portalId, { ...question, status }, { status: next, by: viewerId, at: ctx.now })
  await publish(tx, {
    channel: `questions.${question.id}`,
    event: QUESTION_EVENTS.message,
    data: { question_id: question.id, message_id: messageId, user_id: viewerId },
  })
  await tellQuestion(tx, question, next)
  if (!isAuthor)
    await notify(tx, ctx, {
      user_id: question.user_id,
      kind: 'course_question_answered',
      key: `question-message:${messageId}`,
      data: {
        course_title: course.title,
        link: `/courses/learner/${course.slug}/${question.related_id}/questions/${question.id}`,
      },
    })
  return messageId
}

/**
 * Asks a question with its first message (REV-017). The same client_id answers the question that stands already, so that
 * what was kept on a bad network can be sent again (REV-030).
 */
export const askQuestion = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { slug, related_id, category_id }: { slug: string; related_id: number; category_id?: number | undefined },
  letter: Letter,
): Promise<QuestionRow> => {
  const { course } = await reachQuestions(tx, ctx, slug)
  const enrollment = await loadOwnEnrollment(tx, ctx, { related_id, course_slug: slug, to: 'read' })
  const { id: portalId } = ctx.portal
  const { user_id: viewerId } = ctx.viewer
  requireContent(letter)
  if (category_id !== undefined && !(await loadCategories(tx, portalId)).some(({ id }) => id === category_id))
    throw fail('invalid', { field: 'category_id', message: errorText('not_in_options') })
  const id = await insertQuestion(tx, portalId, {
    course_id: course.id,
    related_id: enrollment.id,
    user_id: viewerId,
    category_id: category_id ?? null,
    excerpt: excerptOf(letter.text || (letter.uploads[0]?.name ?? '')),
    client_id: letter.client_id,
    created_at: ctx.now,
  })
  if (id === null) {
    const sent = await findSentQuestion(tx, portalId, viewerId, letter.client_id)
    if (!sent || sent.course_id !== course.id) throw fail('conflict')
    return sent
  }
  const question = (await loadQuestion(tx, portalId, viewerId, { id })) as QuestionRow
  if ((await write(tx, ctx, files, { course, question }, letter)) === null) throw fail('conflict')
  await logActivity(tx, ctx, {
    action: 'course-question.create',
    subject_type: 'course-question',
    subject_id: id,
    changes: { course_id: course.id },
  })
  return (await loadQuestion(tx, portalId, viewerId, { id })) as QuestionRow
}

/**
 * Writes a message to a question. The same client_id answers the message that stands already; used for another question it
 * is a `conflict`. A learner needs an enrollment that can be read still.
 */
export const writeMessage = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  place: { slug: string; questionId: number },
  letter: Letter,
): Promise<{ message: MessageRow; question: QuestionRow }> => {
  const reached = await reachQuestion(tx, ctx, place, 'update')
  const { question } = reached
  if (reached.is_learner) await loadOwnEnrollment(tx, ctx, { related_id: question.related_id, to: 'read' })
  requireContent(letter)
  await write(tx, ctx, files, reached, letter)
  const message = await findSentMessage(tx, ctx.portal.id, ctx.viewer.user_id, letter.client_id)
  if (!message || message.question_id !== question.id) throw fail('conflict')
  return { message, question }
}
