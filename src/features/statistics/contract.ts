import { endpoint, id, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** What answers to a question come to. */
const sums = {
  answered: z.int(),
  correct: z.int(),
  /** Half of the answers took at most so long; null where no page reported a time. */
  median_seconds: z.nullable(z.int()),
  /** Attempts that ended and had other questions. */
  rated: z.int(),
  /** How far it separates strong from weak learners, from -1 to 1, with its likely range; null where that cannot be said. */
  discrimination: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
}

/** A question with its answers, and how often each was chosen. */
const options = z.array(z.object({ id: z.int(), text: z.string(), is_correct: z.boolean(), picked: z.int() }))

export const QuestionSums = z.object({
  id: z.int(),
  type: z.enum(['single', 'multiple', 'boolean']),
  /** As the newest attempt had it; formatted. */
  text: z.string(),
  /** Attempts that ended without an answer to it. */
  unanswered: z.int(),
  ...sums,
  options,
})

const version = z.optional(z.coerce.number().check(z.int(), z.minimum(0)))

export const showExamStatistics = endpoint({
  method: 'GET',
  path: '/admin/exams/:examId/statistics',
  permission: 'courses.view',
  summary: 'Count the answers that learners gave in an exam or knowledge check',
  params: z.object({ examId: id }),
  query: z.object({ version }),
  response: one(
    z.object({
      exam_id: z.int(),
      type: z.enum(['exam', 'survey']),
      /** The version that is counted; null for all of them. */
      version: z.nullable(z.int()),
      /** Versions with attempts, newest first; 0 is the draft of a course that was never published. */
      versions: z.array(z.object({ version: z.int(), attempts: z.int() })),
      attempts: z.int(),
      learners: z.int(),
      finished: z.int(),
      passed: z.int(),
      average_score: z.nullable(z.int()),
      median_seconds: z.nullable(z.int()),
      /** In the order of their pools; those that no attempt asked are missing. */
      questions: z.array(QuestionSums),
    }),
  ),
  errors: ['not_found'],
})

export const showQuestionStatistics = endpoint({
  method: 'GET',
  path: '/question-pools/questions/:id/statistics',
  permission: 'question-pools.view',
  summary: 'Count the answers that learners gave to a question, by exam and version',
  params: z.object({ id }),
  response: one(
    z.object({
      question_id: z.int(),
      ...sums,
      options,
      uses: z.array(
        z.object({
          exam_id: z.int(),
          exam_title: z.string(),
          course_title: z.string(),
          version: z.int(),
          ...sums,
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})

export const showItemStatistics = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/statistics',
  permission: 'courses.view',
  summary: 'Count how many learners started and finished each item of a course',
  params: z.object({ slug: z.string() }),
  query: z.object({ version }),
  response: one(
    z.object({
      version: z.nullable(z.int()),
      /** Versions that learners are in, newest first. */
      versions: z.array(z.object({ version: z.int(), learners: z.int() })),
      learners: z.int(),
      items: z.array(
        z.object({
          item_type: z.string(),
          item_id: z.int(),
          title: z.string(),
          module_title: z.nullable(z.string()),
          started: z.int(),
          finished: z.int(),
          /** From the first step to the end; null for items that begin and end with one step, such as texts. */
          median_seconds: z.nullable(z.int()),
        }),
      ),
    }),
  ),
  errors: ['not_found'],
})
