import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { MESSAGES_SHOWN, QUESTION_STATUS, type QuestionStatus } from '../rules/questions.ts'

type Person = {
  id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  avatar: string | null
  avatar_changed_at: string | null
}

const person = sql<Person>`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'middle_name', u.middle_name,
  'last_name', u.last_name, 'avatar', u.avatar, 'avatar_changed_at', u.avatar_changed_at)`

/** Messages of others after the last one that this person has read. */
const unreadOf = (viewerId: number) => sql<number>`(
  select count(*)::int from course_question_messages m
  where m.portal_id = q.portal_id and m.question_id = q.id and m.user_id <> ${viewerId}
    and m.id > coalesce((select r.last_read_id from course_question_reads r
      where r.portal_id = q.portal_id and r.question_id = q.id and r.user_id = ${viewerId}), 0)
)`

const rows = (tx: Tx, portalId: number, viewerId: number) =>
  tx
    .selectFrom('course_questions as q')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'q.portal_id').onRef('u.id', '=', 'q.user_id'))
    .leftJoin('question_categories as k', (join) =>
      join.onRef('k.portal_id', '=', 'q.portal_id').onRef('k.id', '=', 'q.category_id'),
    )
    .select([
      'q.id',
      'q.course_id',
      'q.related_id',
      'q.user_id',
      'q.category_id',
      'q.status',
      'q.excerpt',
      'q.messages_count',
      'q.last_message_id',
      'q.last_message_at',
      'q.created_at',
      'k.title as category_title',
    ])
    .select([person.as('author'), unreadOf(viewerId).as('unread_count')])
    .where('q.portal_id', '=', portalId)

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** `user_id` leaves the questions of one learner. */
export type QuestionFilter = {
  course_id: number
  user_id?: number | undefined
  category_id?: number | undefined
  status?: QuestionStatus | undefined
}

/** A page of the questions of a course, last moved first. */
export const listQuestionRows = (
  tx: Tx,
  portalId: number,
  viewerId: number,
  filter: QuestionFilter,
  page: { cursor?: string | undefined; per_page: number },
) => {
  let query = rows(tx, portalId, viewerId).where('q.course_id', '=', filter.course_id)
  if (filter.user_id !== undefined) query = query.where('q.user_id', '=', filter.user_id)
  if (filter.category_id !== undefined) query = query.where('q.category_id', '=', filter.category_id)
  if (filter.status !== undefined) query = query.where('q.status', '=', filter.status)
  return keysetPage(query, {
    ...page,
    sort: '-last_message_id',
    keys: [{ name: 'last_message_id', expression: 'q.last_message_id', type: 'bigint' }],
    direction: 'desc',
    id: 'q.id',
  })
}

/** A question of a course, or null. */
export const loadQuestion = async (
  tx: Tx,
  portalId: number,
  viewerId: number,
  key: { id: number; course_id?: number },
): Promise<QuestionRow | null> => {
  let query = rows(tx, portalId, viewerId).where('q.id', '=', key.id)
  if (key.course_id !== undefined) query = query.where('q.course_id', '=', key.course_id)
  return (await query.executeTakeFirst()) ?? null
}

/** Locks a question until the transaction ends and answers its status: messages and closing run one after the other. */
export const lockQuestion = async (tx: Tx, portalId: number, id: number): Promise<QuestionStatus> => {
  const row = await tx
    .selectFrom('course_questions')
    .select('status')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.status as QuestionStatus
}

type NewQuestion = {
  course_id: number
  related_id: number
  user_id: number
  category_id: number | null
  excerpt: string
  client_id: string
  created_at: Date
}

/** Adds an open question without messages and counts it; null when the learner has sent this client_id before. */
export const insertQuestion = async (tx: Tx, portalId: number, question: NewQuestion): Promise<number | null> => {
  const row = await tx
    .insertInto('course_questions')
    .values({ portal_id: portalId, ...question, last_message_at: question.created_at })
    .onConflict((conflict) => conflict.constraint('course_questions_client').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await countQuestions(tx, portalId, question.course_id, { opened: 1, closed: 0 })
  return row?.id ?? null
}

/** The question that a learner has sent with this client_id. */
export const findSentQuestion = async (
  tx: Tx,
  portalId: number,
  userId: number,
  clientId: string,
): Promise<QuestionRow | null> =>
  (await rows(tx, portalId, userId)
    .where('q.user_id', '=', userId)
    .where('q.client_id', '=', clientId)
    .executeTakeFirst()) ?? null

/** Changes how many questions of a course are open and closed. */
export const countQuestions = async (
  tx: Tx,
  portalId: number,
  courseId: number,
  delta: { opened: number; closed: number },
): Promise<void> => {
  await tx
    .insertInto('question_counters')
    .values({ portal_id: portalId, course_id: courseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('question_counters')
    .set((eb) => ({ opened: eb('opened', '+', delta.opened), closed: eb('closed', '+', delta.closed) }))
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .execute()
}

export const loadCounters = async (tx: Tx, portalId: number, courseId: number) =>
  (await tx
    .selectFrom('question_counters')
    .select(['opened', 'closed'])
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()) ?? { opened: 0, closed: 0 }

type StatusChange = { status: QuestionStatus; by: number; at: Date }

/** Opens or closes a locked question and updates the counters; a question with that status already is left alone. */
export const saveStatus = async (
  tx: Tx,
  portalId: number,
  question: { id: number; course_id: number; status: QuestionStatus },
  { status, by, at }: StatusChange,
): Promise<boolean> => {
  if (question.status === status) return false
  const isClosed = status === QUESTION_STATUS.closed
  await tx
    .updateTable('course_questions')
    .set({ status, closed_at: isClosed ? at : null, closed_by: isClosed ? by : null })
    .where('portal_id', '=', portalId)
    .where('id', '=', question.id)
    .execute()
  const step = isClosed ? 1 : -1
  await countQuestions(tx, portalId, question.course_id, { opened: -step, closed: step })
  return true
}

type NewMessage = { question_id: number; user_id: number; client_id: string; text: string; created_at: Date }

/** Adds a message and moves its locked question to the top; null when the writer has sent this client_id before. */
export const insertMessage = async (tx: Tx, portalId: number, message: NewMessage): Promise<number | null> => {
  const row = await tx
    .insertInto('course_question_messages')
    .values({ portal_id: portalId, ...message })
    .onConflict((conflict) => conflict.constraint('course_question_messages_client').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .updateTable('course_questions')
    .set((eb) => ({
      messages_count: eb('messages_count', '+', 1),
      last_message_id: row.id,
      last_message_by: message.user_id,
      last_message_at: message.created_at,
    }))
    .where('portal_id', '=', portalId)
    .where('id', '=', message.question_id)
    .execute()
  return row.id
}

/** Notes how far a person has read; it never goes back, and no further than the question's last message. */
export const saveRead = async (
  tx: Tx,
  portalId: number,
  read: { question_id: number; user_id: number; last_read_id: number },
): Promise<void> => {
  await tx
    .insertInto('course_question_reads')
    .values({ portal_id: portalId, ...read })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'question_id', 'user_id']).doUpdateSet({
        last_read_id: sql`greatest(course_question_reads.last_read_id, excluded.last_read_id)`,
      }),
    )
    .execute()
}

const messageRows = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('course_question_messages as m')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'm.portal_id').onRef('u.id', '=', 'm.user_id'))
    .select(['m.id', 'm.question_id', 'm.user_id', 'm.client_id', 'm.text', 'm.created_at', person.as('author')])
    .where('m.portal_id', '=', portalId)

export type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['executeTakeFirstOrThrow']>>

/** A page of the messages of a question, newest first. */
export const listMessageRows = (tx: Tx, portalId: number, questionId: number, cursor?: string) =>
  keysetPage(messageRows(tx, portalId).where('m.question_id', '=', questionId), {
    cursor,
    per_page: MESSAGES_SHOWN,
    sort: '-id',
    keys: [],
    direction: 'desc',
    id: 'm.id',
  })

/** The message that a person has sent with this client_id. */
export const findSentMessage = async (
  tx: Tx,
  portalId: number,
  userId: number,
  clientId: string,
): Promise<MessageRow | null> =>
  (await messageRows(tx, portalId)
    .where('m.user_id', '=', userId)
    .where('m.client_id', '=', clientId)
    .executeTakeFirst()) ?? null

export const addFiles = async (
  tx: Tx,
  portalId: number,
  messageId: number,
  mediaIds: readonly number[],
): Promise<void> => {
  if (mediaIds.length === 0) return
  await tx
    .insertInto('course_question_files')
    .values(mediaIds.map((media_id) => ({ portal_id: portalId, message_id: messageId, media_id })))
    .execute()
}

export type FileRow = {
  message_id: number
  uuid: string
  name: string
  type: string
  mime_type: string
  size: number
  id: number
}

/** The files of these messages, in one statement. */
export const loadFiles = async (
  tx: Tx,
  portalId: number,
  messageIds: readonly number[],
): Promise<Map<number, FileRow[]>> => {
  const files = new Map<number, FileRow[]>()
  if (messageIds.length === 0) return files
  const attachments = await tx
    .selectFrom('course_question_files as f')
    .innerJoin('media as d', (join) => join.onRef('d.portal_id', '=', 'f.portal_id').onRef('d.id', '=', 'f.media_id'))
    .select(['f.message_id', 'd.id', 'd.uuid', 'd.name', 'd.type', 'd.mime_type', 'd.size'])
    .where('f.portal_id', '=', portalId)
    .where('f.message_id', 'in', [...messageIds])
    .orderBy('f.message_id')
    .orderBy('d.id')
    .execute()
  for (const file of attachments) files.set(file.message_id, [...(files.get(file.message_id) ?? []), file])
  return files
}

/** The categories a question can have (REV-024). */
export const loadCategories = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('question_categories')
    .select(['id', 'title'])
    .where('portal_id', '=', portalId)
    .orderBy('sort_number')
    .orderBy('id')
    .limit(200)
    .execute()
