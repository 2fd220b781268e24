import { itemEndpoints, itemTitle, place } from '#features/outline/contract.ts'
import { endpoint, id, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { MOST_MINUTES } from './rules/time-limit.ts'

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** A pool that an exam draws from; without `questions_count` it gives all its questions (QPL-008). */
export const AttachedPool = z.object({
  id: z.int(),
  title: z.string(),
  questions_count: z.nullable(z.int()),
  available: z.int(),
})

/** An exam or knowledge check as its authors see it (EXM-003, EXM-005). */
export const AuthoredExam = z.object({
  id: z.int(),
  type: z.enum(['exam', 'survey']),
  title: z.string(),
  description: z.nullable(z.string()),
  /** Null allows any number of attempts (EXM-007). */
  attempts_number: z.nullable(z.int()),
  passing_score: z.int(),
  shuffle_questions: z.boolean(),
  /** Null allows any time; a running attempt keeps the limit it began with (EXM-031). */
  time_limit_minutes: z.nullable(z.int()),
  /** Learners may take it along on a device, to take it without a connection (EXM-039). */
  allows_offline: z.boolean(),
  /** How many questions an attempt gets, and whether they are too few to publish or start it (EXM-029). */
  questions_count: z.int(),
  lacks_questions: z.boolean(),
  question_pools: z.array(AttachedPool),
})

const fields = {
  description: optional(rule.formattedText('full', 100_000)),
  attempts_number: optional(z.int().check(rule.minValue(1), rule.maxValue(1000))),
  passing_score: z.optional(z.int().check(rule.minValue(0), rule.maxValue(100))),
  shuffle_questions: z.optional(z.boolean()),
  time_limit_minutes: optional(z.int().check(rule.minValue(1), rule.maxValue(MOST_MINUTES))),
  allows_offline: z.optional(z.boolean()),
  ...place,
}
const bodies = {
  create: z.object({ title: itemTitle, ...fields }),
  update: z.object({ title: z.optional(itemTitle), ...fields }),
  itemable: AuthoredExam,
}

export const examItems = itemEndpoints('Exam', bodies)
/** Knowledge checks: the same as exams, without a pass mark (EXM-002, EXM-013). */
export const surveyItems = itemEndpoints('Survey', bodies)

const params = z.object({ examId: id, id })

/** Attaching a pool again changes how many questions it gives (QPL-008, QPL-012). */
export const attachQuestionPool = endpoint({
  method: 'POST',
  path: '/admin/exams/:examId/question-pools/:id',
  permission: 'courses.update',
  summary: 'Attach a question pool to an exam',
  params,
  body: z.object({ questions_count: optional(z.int().check(rule.minValue(1), rule.maxValue(10_000))) }),
  response: one(AuthoredExam),
  errors: ['not_found', 'invalid'],
})

export const detachQuestionPool = endpoint({
  method: 'DELETE',
  path: '/admin/exams/:examId/question-pools/:id',
  permission: 'courses.update',
  summary: 'Detach a question pool from an exam',
  params,
  response: one(AuthoredExam),
  errors: ['not_found'],
})
