import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { QUESTION_TYPES } from './rules/question.ts'

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))
const byId = z.object({ id })

/** One answer of a question as authors see it; its text is plain. */
export const Answer = z.object({ id: z.int(), text: z.string(), is_correct: z.boolean(), sort_number: z.int() })

/** A question as authors see it; text and explanation are formatted (QPL-001, QPL-003). */
export const Question = z.object({
  id: z.int(),
  question_pool_id: z.int(),
  text: z.string(),
  type: z.enum(QUESTION_TYPES),
  explanation: z.nullable(z.string()),
  sort_number: z.int(),
  answers: z.array(Answer),
})

export const QuestionPoolSummary = z.object({
  id: z.int(),
  portal_id: z.int(),
  title: z.string(),
  partner_company_id: z.nullable(z.int()),
  questions_count: z.int(),
  created_at: time,
  updated_at: time,
  abilities: z.object({ update: z.boolean(), delete: z.boolean() }),
})

/** A pool with its questions in their order (QPL-001, QPL-003). */
export const QuestionPool = z.object({ ...QuestionPoolSummary.shape, questions: z.array(Question) })

const title = rule.plainText(200, { is_required: true })

export const listQuestionPools = endpoint({
  method: 'GET',
  path: '/question-pools',
  permission: 'question-pools.view',
  summary: 'List the question pools',
  query: z.object({ ...listQuery(['id', 'title']), partner_company_id: z.optional(id) }),
  response: page(QuestionPoolSummary),
})

export const createQuestionPool = endpoint({
  method: 'POST',
  path: '/question-pools',
  permission: 'question-pools.create',
  summary: 'Create a question pool',
  record: { kind: 'question-pool' },
  body: z.object({ title, partner_company_id: optional(z.int().check(z.positive())) }),
  response: one(QuestionPool),
  errors: ['invalid'],
})

export const showQuestionPool = endpoint({
  method: 'GET',
  path: '/question-pools/:id',
  permission: 'question-pools.view',
  summary: 'Show a question pool with its questions',
  record: { kind: 'question-pool', rows: { field: 'questions', kind: 'question' } },
  params: byId,
  response: one(QuestionPool),
  errors: ['not_found'],
})

export const updateQuestionPool = endpoint({
  method: 'PUT',
  path: '/question-pools/:id',
  permission: 'question-pools.update',
  summary: 'Rename a question pool',
  record: { kind: 'question-pool', rows: { field: 'questions', kind: 'question' } },
  params: byId,
  body: z.object({ title: z.optional(title) }),
  response: one(QuestionPool),
  errors: ['not_found', 'not_enough_permissions'],
})

export const deleteQuestionPool = endpoint({
  method: 'DELETE',
  path: '/question-pools/:id',
  permission: 'question-pools.delete',
  summary: 'Delete a question pool that no attempt has used',
  params: byId,
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

const html = rule.formattedText('full', 50_000, { is_required: true })
const answers = z
  .array(z.object({ id: optional(z.int()), text: rule.plainText(2000), is_correct: z.boolean() }))
  .check(z.maxLength(50))
const questionFields = {
  explanation: optional(rule.formattedText('full', 50_000)),
  /** Where the question is to stand in its pool, from 1 on; beyond the end means last. */
  sort_number: z.optional(z.int().check(rule.minValue(1))),
}

export const createQuestion = endpoint({
  method: 'POST',
  path: '/question-pools/:id/questions',
  permission: 'question-pools.update',
  summary: 'Add a question to a pool',
  record: { kind: 'question' },
  params: byId,
  body: z.object({ text: html, type: z.enum(QUESTION_TYPES), answers, ...questionFields }),
  response: one(Question),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

export const showQuestion = endpoint({
  method: 'GET',
  path: '/question-pools/questions/:id',
  permission: 'question-pools.view',
  summary: 'Show a question with its answers',
  record: { kind: 'question' },
  params: byId,
  response: one(Question),
  errors: ['not_found'],
})

/** Answers named by id keep it; those left out are no longer offered, and stay known to the attempts that chose them. */
export const updateQuestion = endpoint({
  method: 'PUT',
  path: '/question-pools/questions/:id',
  permission: 'question-pools.update',
  summary: 'Change a question and its answers',
  record: { kind: 'question' },
  params: byId,
  body: z.object({
    text: z.optional(html),
    type: z.optional(z.enum(QUESTION_TYPES)),
    answers: z.optional(answers),
    ...questionFields,
  }),
  response: one(Question),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/question-pools/questions/:id',
  permission: 'question-pools.update',
  summary: 'Take a question out of its pool; attempts that drew it keep it',
  params: byId,
  errors: ['not_found', 'not_enough_permissions'],
})
