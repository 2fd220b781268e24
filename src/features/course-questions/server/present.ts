import { displayPerson } from '#features/accounts/server/api.ts'
import { courseFile } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { createQuestionMessage, listCourseQuestions } from '../contract.ts'
import type { QuestionStatus } from '../rules/questions.ts'
import type { FileRow, MessageRow, QuestionRow } from './store.ts'

type Question = Output<typeof listCourseQuestions>['data'][number]
type Message = Output<typeof createQuestionMessage>['data']

const shown = (person: QuestionRow['author']) =>
  displayPerson({
    ...person,
    avatar_changed_at: person.avatar_changed_at === null ? null : new Date(person.avatar_changed_at),
  })

/** A question of a list; of people it shows only name and picture (API-023). */
export const presentQuestion = (row: QuestionRow): Question => ({
  id: row.id,
  course_id: row.course_id,
  related_id: row.related_id,
  status: row.status as QuestionStatus,
  category: row.category_id === null ? null : { id: row.category_id, title: row.category_title ?? '' },
  author: shown(row.author),
  excerpt: row.excerpt,
  messages_count: row.messages_count,
  unread_count: row.unread_count,
  created_at: row.created_at,
  last_message_at: row.last_message_at,
})

/** A message with its files, whose addresses work only for the viewer. */
export const presentMessage = (
  secret: string,
  ctx: SignedIn,
  question: Pick<QuestionRow, 'user_id'>,
  row: MessageRow,
  files: readonly FileRow[],
): Message => ({
  id: row.id,
  client_id: row.client_id,
  text: row.text,
  author: shown(row.author),
  is_own: row.user_id === ctx.viewer.user_id,
  is_answer: row.user_id !== question.user_id,
  created_at: row.created_at,
  files: files.map((file) => courseFile(secret, ctx, file)),
})
