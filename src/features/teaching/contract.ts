import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const status = z.literal([1, 2, 3, 4, 5])

/** An exam or knowledge check of the course with one learner's state. */
export const ExamStanding = z.object({
  id: z.int(),
  type: z.enum(['exam', 'survey']),
  title: z.string(),
  status,
  /** The best of the attempts that no reset has taken out, in percent. */
  score: z.nullable(z.int()),
  attempts: z.int(),
  /** Whether the draft of the course still has it, and the version that the learner sees (VER-015). */
  is_in_draft: z.boolean(),
  is_in_course: z.boolean(),
})

const learnerFields = {
  /** The enrollment (related_id). */
  id: z.int(),
  user: z.object({ ...PersonShown.shape, email: z.nullable(z.string()) }),
  status,
  /** In percent (LRN-023). */
  progress: z.int(),
  due_at: z.nullable(time),
  completed_at: z.nullable(time),
  last_opened_at: z.nullable(time),
  exams: z.array(ExamStanding),
}

/** A learner of a course for those who grade: how far they are, and how they stand in its exams. */
export const TaughtLearner = z.object(learnerFields)

export const listTaughtLearners = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/exams-progress',
  permission: 'grading.view',
  summary: 'The learners of a course with their progress and how they stand in its exams',
  params: z.object({ slug: z.string() }),
  query: z.object({
    cursor: listQuery(['id']).cursor,
    per_page: listQuery(['id']).per_page,
    search: listQuery(['id']).search,
    sort: z._default(z.enum(['id', '-id']), '-id'),
    status: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(5))),
  }),
  response: page(TaughtLearner),
  errors: ['not_found'],
})

export const showTaughtLearner = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/exams-progress/:relatedId',
  permission: 'grading.view',
  summary: 'One learner of a course: progress, exams and every item of the outline',
  record: { kind: 'enrollment', by: 'relatedId' },
  params: z.object({ slug: z.string(), relatedId: id }),
  response: one(
    z.object({
      ...learnerFields,
      course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
      /** The person who looks after the learner in this course (USR-016). */
      curator: z.nullable(PersonShown),
      /** The outline with the learner's statuses. */
      items: z.array(z.object({ itemable_type: z.string(), itemable_id: z.int(), title: z.string(), status })),
    }),
  ),
  errors: ['not_found'],
})

/** A course in which something waits for an answer. */
export const TeachingQueueEntry = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  responses_waiting: z.int(),
  oldest_response_at: z.nullable(time),
  questions_open: z.int(),
})

export const listTeachingQueue = endpoint({
  method: 'GET',
  path: '/admin/teaching-queue',
  permission: 'grading.view',
  summary: 'The courses in which responses wait for their grading or questions are open, what waits longest first',
  query: z.object({ slug: z.optional(z.string()) }),
  response: z.object({ data: z.array(TeachingQueueEntry) }),
})
