import { PersonShown } from '#features/accounts/contract.ts'
import { Proctoring as Recorded } from '#features/exams/contract.ts'
import { ProgressStatus } from '#features/progress/contract.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

/** How long an opening holds (TRD-040). */
export const OPENING_MINUTES = 30

const place = {
  related_id: z.int(),
  exam: z.object({ id: z.int(), title: z.string() }),
  course: z.object({ id: z.int(), title: z.string(), slug: z.string() }),
  learner: PersonShown,
}

/** A learner who asked for a proctor, and the rule that wants one. */
const Waiting = z.object({ ...place, asked_at: time, title: z.string(), source: z.string() })

const OpenedExam = z.object({
  ...place,
  id: z.int(),
  ...Recorded.shape,
  /** Until when an attempt can begin. */
  expires_at: time,
  /** Null until the learner has started. */
  attempt: z.nullable(
    z.object({
      number: z.int(),
      status: ProgressStatus,
      answered_count: z.int(),
      questions_count: z.int(),
      started_at: time,
      finished_at: z.nullable(time),
      ends_at: z.nullable(time),
      score: z.nullable(z.int()),
    }),
  ),
  /** The viewer opened it, and the attempt has ended: they can confirm to have been present (TRD-043). */
  can_confirm: z.boolean(),
})

export const listProctoring = endpoint({
  method: 'GET',
  path: '/proctoring',
  permission: 'grading.view',
  summary: 'Who waits for a proctor, and the exams that are open, run, or wait for a confirmation',
  response: one(
    z.object({
      /** Who waited longest first, 100 at the most. */
      waiting: z.array(Waiting),
      /** The newest first, 200 at the most: without those that are confirmed, taken back, unused after their time, or failed a day ago. */
      openings: z.array(OpenedExam),
    }),
  ),
})

export const openExam = endpoint({
  method: 'POST',
  path: '/proctoring/openings',
  permission: 'grading.update',
  summary: 'Open an exam for one attempt of a learner',
  example: { related_id: 1, exam_id: 1, place: 'Denver yard, classroom 2', identity_check: "Driver's license" },
  body: z.object({
    related_id: z.int().check(z.positive()),
    exam_id: z.int().check(z.positive()),
    place: rule.plainText(120, { is_required: true }),
    identity_check: rule.plainText(200, { is_required: true }),
  }),
  response: one(OpenedExam),
  errors: ['not_found', 'own_proctor', 'exam_already_finished', 'no_attempts_left', 'conflict', 'invalid'],
})

const params = z.object({ id })

export const takeBackOpening = endpoint({
  method: 'POST',
  path: '/proctoring/openings/:id/take-back',
  permission: 'grading.update',
  summary: 'Take back an opening before its attempt begins',
  params,
  response: one(z.object({ id: z.int() })),
  errors: ['not_found', 'opening_over'],
})

export const recordIncident = endpoint({
  method: 'POST',
  path: '/proctoring/openings/:id/incidents',
  permission: 'grading.update',
  summary: 'Record an incident of a proctored attempt',
  params,
  example: { text: 'Left the room for two minutes' },
  body: z.object({ text: rule.plainText(1000, { is_required: true }) }),
  response: one(OpenedExam),
  errors: ['not_found', 'invalid'],
})

/** The attempt counts with what was answered (TRD-042). */
export const endProctoredExam = endpoint({
  method: 'POST',
  path: '/proctoring/openings/:id/end',
  permission: 'grading.update',
  summary: 'End a proctored attempt',
  params,
  response: one(OpenedExam),
  errors: ['not_found', 'exam_already_finished', 'invalid'],
})

/** Only the person who opened the exam says so (TRD-043). */
export const confirmPresence = endpoint({
  method: 'POST',
  path: '/proctoring/openings/:id/confirm',
  permission: 'grading.update',
  summary: 'Confirm to have been present until the end of an attempt',
  params,
  response: one(OpenedExam),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})
