import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { QUESTION_TYPES } from './rules/attempt.ts'
import { OFFLINE_OUTCOMES } from './rules/leases.ts'

const relatedId = z.int().check(z.positive())
const exam = z.object({ examId: id })
const ofLease = z.object({ examId: id, leaseId: z.uuid() })
const errors = ['learner_only', 'not_found', 'not_enough_permissions'] as const

/** An exam on a device: its questions without what is right, and until when it counts when it comes back (OFF-016). */
export const ExamLease = z.object({
  id: z.uuid(),
  exam_id: z.int(),
  type: z.enum(['exam', 'survey']),
  title: z.string(),
  issued_at: time,
  expires_at: time,
  /** With what the learner was given beyond the limit; null without one. */
  minutes: z.nullable(z.int()),
  questions: z.array(
    z.object({
      id: z.int(),
      number: z.int(),
      type: z.enum(QUESTION_TYPES),
      text: z.string(),
      answers: z.array(z.object({ id: z.int(), text: z.string() })),
    }),
  ),
})

/**
 * Takes an exam along on a device. The device chooses the id of the lease, so that a repeated call answers the same one; an exam
 * that is on another device is refused (OFF-016, OFF-018).
 */
export const leaseExam = endpoint({
  method: 'POST',
  path: '/learner/exams/:examId/leases',
  permission: 'learning.update',
  summary: 'Take an exam along on a device, without its right answers',
  params: exam,
  body: z.object({ related_id: relatedId, id: z.uuid() }),
  response: one(ExamLease),
  errors: [
    ...errors,
    'exam_not_offline',
    'exam_taken_along',
    'exam_open',
    'exam_already_finished',
    'no_attempts_left',
    'invalid',
  ],
})

/** Gives an exam back, from its device or from another one: it can be started with a connection again (OFF-018). */
export const returnExamLease = endpoint({
  method: 'DELETE',
  path: '/learner/exams/:examId/leases/:leaseId',
  permission: 'learning.update',
  summary: 'Give back an exam that was taken along on a device',
  params: ofLease,
  query: z.object({ related_id: id }),
  response: one(z.object({ id: z.uuid() })),
  errors,
})

/**
 * Gives back an exam that was not begun, by the random id of its lease alone: for a device whose learner has signed out already
 * (OFF-023).
 */
export const returnUnusedLease = endpoint({
  method: 'DELETE',
  path: '/exam-leases/:leaseId',
  permission: 'public',
  failure_limit: 30,
  summary: 'Give back an exam that was taken along and not begun, by the id of its lease alone',
  params: z.object({ leaseId: z.uuid() }),
  response: one(z.object({ id: z.uuid() })),
  errors: ['not_found'],
})

/**
 * Sends the attempt of a lease, once: the same lease again is answered as before. It is graded like every attempt; where it does
 * not count, `outcome` says why, and its answers are kept (OFF-019, OFF-020).
 */
export const sendLeasedAttempt = endpoint({
  method: 'PUT',
  path: '/learner/exams/:examId/leases/:leaseId/attempt',
  permission: 'learning.update',
  summary: 'Send an attempt that was taken without a connection',
  params: ofLease,
  body: z.object({
    related_id: relatedId,
    /** By the clock of the device. */
    started_at: time,
    finished_at: time,
    answers: z
      .array(
        z.object({
          question_id: z.int().check(z.positive()),
          answer_ids: z.array(z.int().check(z.positive())).check(rule.required(), z.maxLength(200)),
          answered_at: time,
          milliseconds: z.int().check(rule.minValue(0), rule.maxValue(2_000_000_000)),
        }),
      )
      .check(z.maxLength(10_000)),
  }),
  response: one(
    z.object({
      outcome: z.enum(OFFLINE_OUTCOMES),
      status: z.int(),
      score: z.int(),
      answered_count: z.int(),
      questions_count: z.int(),
    }),
  ),
  errors: [...errors, 'invalid'],
})
