import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { MESSAGE_MAX, QUESTION_STATUSES } from './rules/questions.ts'

const slug = z.string().check(z.minLength(1), z.maxLength(200))
const bySlug = z.object({ slug })
const byQuestion = z.object({ slug, questionId: id })
const status = z.literal(QUESTION_STATUSES)
const cursors = { next_cursor: z.nullable(z.string()), prev_cursor: z.nullable(z.string()) }
const listed = {
  cursor: z.optional(z.string()),
  per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 20),
}

export const QuestionCategory = z.object({ id: z.int(), title: z.string() })

/** A question in a list (REV-014): `excerpt` is the beginning of its first message. */
export const CourseQuestion = z.object({
  id: z.int(),
  course_id: z.int(),
  related_id: z.int(),
  status,
  category: z.nullable(QuestionCategory),
  author: PersonShown,
  excerpt: z.string(),
  messages_count: z.int(),
  /** Messages of others that the viewer has not read. */
  unread_count: z.int(),
  created_at: time,
  last_message_at: time,
})

/** A file of a message, with an address that works only for this person and expires (UPL-019). */
const MessageFile = z.object({
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
  expires_at: time,
})

/** A message (REV-018); `is_answer` marks those that are not by the learner who asked. */
export const QuestionMessage = z.object({
  id: z.int(),
  client_id: z.string(),
  text: z.string(),
  author: PersonShown,
  is_own: z.boolean(),
  is_answer: z.boolean(),
  created_at: time,
  files: z.array(MessageFile),
})

/** Learners see their own questions, instructors, partners and editors those of the courses they reach (REV-018). */
export const listCourseQuestions = endpoint({
  method: 'GET',
  path: '/courses/:slug/questions',
  permission: 'session',
  summary: 'The questions of a course, last moved first',
  params: bySlug,
  query: z.object({
    ...listed,
    categoryId: z.optional(id),
    status: z.optional(z.pipe(z.coerce.number<number>(), status)),
  }),
  response: z.object({
    data: z.array(CourseQuestion),
    meta: z.object({ ...cursors, categories: z.array(QuestionCategory) }),
  }),
  errors: ['not_found', 'not_enough_permissions'],
})

const clientId = z.uuid()
const text = rule.plainText(MESSAGE_MAX, { has_lines: true })

/**
 * The client makes `client_id`: a request that is sent again with it returns the existing message. Files come as
 * `files`.
 */
export const createCourseQuestion = endpoint({
  method: 'POST',
  path: '/courses/:slug/questions',
  permission: 'learning.create',
  summary: 'Ask a question in an own course',
  takes: 'multipart',
  params: bySlug,
  body: z.object({
    text: z.optional(text),
    related_id: id,
    category_id: z.optional(id),
    client_id: clientId,
  }),
  response: one(CourseQuestion),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'conflict', 'file_wrong_format', 'file_wrong_size'],
})

/** The newest messages in their order; `older_cursor` leads to those before them. */
export const showCourseQuestion = endpoint({
  method: 'GET',
  path: '/courses/:slug/questions/:questionId',
  permission: 'session',
  summary: 'A question with its messages',
  params: byQuestion,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: one(
    z.object({
      ...CourseQuestion.shape,
      course_title: z.string(),
      messages: z.array(QuestionMessage),
      older_cursor: z.nullable(z.string()),
      abilities: z.object({ write: z.boolean(), close: z.boolean() }),
    }),
  ),
  errors: ['not_found', 'not_enough_permissions'],
})

export const createQuestionMessage = endpoint({
  method: 'POST',
  path: '/courses/:slug/questions/:questionId/messages',
  permission: 'session',
  summary: 'Write a message to a question',
  takes: 'multipart',
  params: byQuestion,
  body: z.object({ text: z.optional(text), client_id: clientId }),
  response: one(QuestionMessage),
  errors: ['not_found', 'not_enough_permissions', 'conflict', 'file_wrong_format', 'file_wrong_size'],
})

/** `last_read_id` is the last message the viewer has seen; it never goes back. */
export const updateCourseQuestion = endpoint({
  method: 'PATCH',
  path: '/courses/:slug/questions/:questionId',
  permission: 'session',
  summary: 'Close or reopen a question, or note how far it is read',
  params: byQuestion,
  body: z.object({ status: z.optional(status), last_read_id: z.optional(z.int().check(z.positive())) }),
  response: one(CourseQuestion),
  errors: ['not_found', 'not_enough_permissions'],
})

export const showQuestionCounters = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/question-counters',
  permission: 'course-questions.view',
  summary: 'How many questions of a course are open and closed',
  params: bySlug,
  response: one(z.object({ opened: z.int(), closed: z.int() })),
  errors: ['not_found'],
})

/** Live events of a question, on `questions.{questionId}`, and of all of a course, on `course-questions.{courseId}`. */
export const QUESTION_EVENTS = { message: 'question.message', updated: 'question.updated' } as const
