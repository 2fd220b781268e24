import { PersonShown } from '#features/accounts/contract.ts'
import { ItemRef, ProgressStatus } from '#features/progress/contract.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { QUESTION_TYPES } from './rules/attempt.ts'
import { OFFLINE_OUTCOMES } from './rules/leases.ts'
import { MOST_MINUTES } from './rules/time-limit.ts'

const relatedId = z.int().check(z.positive())
const exam = z.object({ examId: id })
const related = z.object({ related_id: id })
const ofEnrollment = z.object({ related_id: relatedId })
const examType = z.enum(['exam', 'survey'])
const result = z.nullable(z.enum(['passed', 'failed']))
const ids = z.array(z.int())

/** An attempt as the learner sees it; `number` counts the attempts that are in the exam (EXM-023). */
export const ExamAttempt = z.object({
  number: z.int(),
  status: ProgressStatus,
  result,
  /** Percent of correctly answered questions, null while the attempt is open. */
  score: z.nullable(z.int()),
  questions_count: z.int(),
  answered_count: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
  /** Ended by the clock (EXM-033). */
  is_time_over: z.boolean(),
  /** Without a connection, by lease (OFF-019). */
  is_offline: z.boolean(),
  /** Who opened it as its proctor, when a proctor ended it, and when the presence until the end was confirmed (TRD-044). */
  proctor: z.nullable(
    z.object({ opened_by: z.nullable(PersonShown), ended_at: z.nullable(time), confirmed_at: z.nullable(time) }),
  ),
})

/**
 * A question of an attempt as the learner sees it (EXM-006). What is correct and why is answered for a finished knowledge
 * check only (EXM-030), and null otherwise.
 */
export const ExamQuestion = z.object({
  id: z.int(),
  number: z.int(),
  type: z.enum(QUESTION_TYPES),
  text: z.string(),
  answers: z.array(z.object({ id: z.int(), text: z.string() })),
  /** What the learner has answered; it cannot be changed (EXM-019). */
  answer_ids: z.nullable(ids),
  is_correct: z.nullable(z.boolean()),
  correct_answer_ids: z.nullable(ids),
  explanation: z.nullable(z.string()),
})

/** An exam or knowledge check of an own course (EXM-001, EXM-006). */
export const LearnerExam = z.object({
  id: z.int(),
  type: examType,
  title: z.string(),
  description: z.nullable(z.string()),
  /** Null for a knowledge check, which has no pass mark (EXM-013). */
  passing_score: z.nullable(z.int()),
  attempts_number: z.nullable(z.int()),
  exam_tries: z.object({ attempts: z.int(), status: ProgressStatus }),
  /** Null means unlimited (EXM-007, EXM-015). */
  remaining_attempts: z.nullable(z.int()),
  status: ProgressStatus,
  result,
  /** Of the last finished attempt, and of the best one (EXM-030). */
  score: z.nullable(z.int()),
  best_score: z.nullable(z.int()),
  /** Where `proctor` is set, the next attempt also needs its opening. */
  can_start: z.boolean(),
  /** The rule that asks for a proctor at the next attempt, and the opening that stands (TRD-039); null where none does. */
  proctor: z.nullable(
    z.object({
      title: z.string(),
      source: z.string(),
      asked_at: z.nullable(time),
      opening: z.nullable(z.object({ opened_by: z.nullable(PersonShown), expires_at: time, place: z.string() })),
    }),
  ),
  /** How many questions the open attempt has, or the next one asks; fewer than there should be where some are missing (EXM-029, EXM-038). */
  questions_count: z.int(),
  lacks_questions: z.boolean(),
  /**
   * The time of the next attempt, and how much of it is extra; the minutes are null without a limit (EXM-031, EXM-035).
   */
  time_limit_minutes: z.nullable(z.int()),
  extra_minutes: z.int(),
  /** The device that holds the exam, which cannot be started elsewhere then (OFF-018). */
  taken_along: z.nullable(z.object({ id: z.uuid(), issued_at: time, expires_at: time })),
  /** The last attempt that came from a device and does not count, where none came after it (OFF-019). */
  uncounted: z.nullable(z.object({ received_at: time, outcome: z.enum(OFFLINE_OUTCOMES) })),
  progress: z.object({
    id: z.nullable(z.int()),
    /** Those of the open attempt; of a finished knowledge check those of its last one, to read; else none (EXM-012). */
    questions: z.array(ExamQuestion),
    /** The number of the question at which the open attempt continues (EXM-018). */
    resume_at: z.nullable(z.int()),
    /** The end of the open attempt by the server's clock, and how far away it is; null without a limit (EXM-032). */
    ends_at: z.nullable(time),
    milliseconds_left: z.nullable(z.int()),
    /** The time of the open attempt is over; `finish` ends it, or the server a moment later (EXM-033). */
    is_time_over: z.boolean(),
    /** Proves, with the answers that could not be sent, that the attempt ran at this moment (EXM-034). */
    lease: z.nullable(z.string()),
    attempts: z.array(ExamAttempt),
  }),
})

const learnerErrors = ['learner_only', 'not_found', 'not_enough_permissions', 'item_locked'] as const

export const showLearnerExam = endpoint({
  method: 'GET',
  path: '/learner/exams/:examId',
  permission: 'learning.view',
  summary: 'Show an exam or knowledge check of an own course',
  params: exam,
  /** With `for_device` also one that is still locked: the page keeps it closed there until its turn (OFF-005). */
  query: z.object({ related_id: id, for_device: z.optional(z.stringbool()) }),
  response: one(LearnerExam),
  errors: learnerErrors,
})

/** Starts an attempt, or continues the open one (EXM-010, EXM-018). */
export const startExam = endpoint({
  method: 'POST',
  path: '/learner/exams/:examId/start',
  permission: 'learning.update',
  summary: 'Start or continue an exam',
  params: exam,
  body: ofEnrollment,
  response: one(LearnerExam),
  errors: [
    ...learnerErrors,
    'exam_already_finished',
    'no_attempts_left',
    'exam_taken_along',
    'proctor_needed',
    'invalid',
  ],
})

/** Tells those who grade that the learner waits at an exam for a proctor (TRD-039). */
export const askForProctor = endpoint({
  method: 'POST',
  path: '/learner/exams/:examId/proctor-request',
  permission: 'learning.update',
  summary: 'Ask for a proctor at an exam',
  params: exam,
  body: ofEnrollment,
  response: one(z.object({ asked_at: time })),
  errors: [...learnerErrors, 'exam_already_finished', 'invalid'],
})

/** The result of an answer, or of the end of the attempt. */
export const ExamStep = z.object({
  answered_count: z.int(),
  questions_count: z.int(),
  /** The number of the question to go on with; null when the attempt has ended (EXM-011). */
  next_question: z.nullable(z.int()),
  /** Set when the attempt has ended (EXM-012, EXM-013). */
  finished: z.nullable(
    z.object({
      status: ProgressStatus,
      result,
      score: z.int(),
      /** The course after it; null when the end was known before. */
      course: z.nullable(z.object({ status: ProgressStatus, progress: z.int(), next_item: z.nullable(ItemRef) })),
    }),
  ),
})

const lease = z.optional(z.string().check(z.maxLength(500)))
const visit = z.uuid()
const milliseconds = z.int().check(rule.minValue(0), rule.maxValue(2_000_000_000))

/** An answer counts once: the same one again is answered the same, another one is refused (EXM-019). */
export const answerQuestion = endpoint({
  method: 'POST',
  path: '/learner/exams/:examId/answers',
  permission: 'learning.update',
  summary: 'Answer a question of the open attempt',
  params: exam,
  body: z.object({
    related_id: relatedId,
    question_id: z.int().check(z.positive()),
    answer_ids: z.array(z.int().check(z.positive())).check(rule.required(), z.maxLength(200)),
    /** The lease the page had, and how long ago it had got it when the answer was given (EXM-034). */
    lease,
    elapsed_ms: z.optional(milliseconds),
    /** How long the question was on the screen; see `keepQuestionTime` (EXM-036). */
    visit: z.optional(visit),
    milliseconds: z.optional(milliseconds),
  }),
  response: one(ExamStep),
  errors: [...learnerErrors, 'exam_already_finished', 'exam_time_over', 'invalid'],
})

/**
 * Records how long a question has been on the screen in total, per page that shows it (`visit`). It may be sent any
 * number of times, also after the end: the longest counts (EXM-036).
 */
export const keepQuestionTime = endpoint({
  method: 'PUT',
  path: '/learner/exams/:examId/question-times',
  permission: 'learning.update',
  summary: 'Note how long a question of an attempt was looked at',
  params: exam,
  body: z.object({ related_id: relatedId, question_id: z.int().check(z.positive()), visit, milliseconds, lease }),
  response: one(z.object({ milliseconds: z.int() })),
  errors: [...learnerErrors, 'invalid'],
})

/** Ends the open attempt; questions without an answer count as wrong (EXM-012, EXM-013). */
export const finishExam = endpoint({
  method: 'POST',
  path: '/learner/exams/:examId/finish',
  permission: 'learning.update',
  summary: 'Finish the open attempt of an exam',
  params: exam,
  body: ofEnrollment,
  response: one(ExamStep),
  errors: [...learnerErrors, 'exam_already_finished', 'invalid'],
})

/** What the proctor of an attempt recorded (TRD-045). */
export const Proctoring = z.object({
  opened_by: z.nullable(PersonShown),
  opened_at: time,
  place: z.string(),
  identity_check: z.string(),
  /** Set when a proctor ended the attempt. */
  ended_at: z.nullable(time),
  ended_by: z.nullable(PersonShown),
  confirmed_at: z.nullable(time),
  incidents: z.array(z.object({ text: z.string(), recorded_at: time, recorded_by: z.nullable(PersonShown) })),
})

/** How an attempt was taken without a connection (OFF-020). */
export const OfflineTaking = z.object({
  issued_at: time,
  expires_at: time,
  device_started_at: time,
  device_finished_at: time,
  received_at: time,
  outcome: z.enum(OFFLINE_OUTCOMES),
  /** The clock of the device said what cannot be. */
  is_clock_off: z.boolean(),
})

/** An attempt with everything in it, for those who grade (EXM-024). */
export const GradedAttempt = z.object({
  id: z.int(),
  number: z.int(),
  status: ProgressStatus,
  result,
  score: z.nullable(z.int()),
  passing_score: z.int(),
  correct_count: z.int(),
  answered_count: z.int(),
  questions_count: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
  /** Its limit and end; null without one (EXM-031). `is_time_over`: ended by the clock (EXM-033). */
  time_limit_minutes: z.nullable(z.int()),
  extra_minutes: z.int(),
  ends_at: z.nullable(time),
  is_time_over: z.boolean(),
  /** Set when the attempt was taken out of the exam; it stays in the training records (EXM-023). */
  reset_at: z.nullable(time),
  reset_by: z.nullable(PersonShown),
  /** Null where no proctor opened it. */
  proctor: z.nullable(Proctoring),
  /** How it was taken without a connection; its start and end are by the clock of the device (OFF-020). */
  offline: z.nullable(OfflineTaking),
  questions: z.array(
    z.object({
      id: z.int(),
      number: z.int(),
      type: z.enum(QUESTION_TYPES),
      text: z.string(),
      explanation: z.nullable(z.string()),
      answers: z.array(z.object({ id: z.int(), text: z.string(), is_correct: z.boolean() })),
      answer_ids: z.nullable(ids),
      is_correct: z.nullable(z.boolean()),
      answered_at: z.nullable(time),
      /** When it came, of an answer that came after the end of its attempt (EXM-034). */
      arrived_at: z.nullable(time),
      /** How long the question was on the learner's screens (EXM-036). */
      milliseconds: z.int(),
    }),
  ),
})

export const ExamProgress = z.object({
  exam: z.object({
    id: z.int(),
    type: examType,
    title: z.string(),
    course_id: z.int(),
    attempts_number: z.nullable(z.int()),
    passing_score: z.int(),
    time_limit_minutes: z.nullable(z.int()),
  }),
  /** What the learner has beyond the limit (EXM-035). */
  extra_minutes: z.int(),
  learner: PersonShown,
  related_id: z.int(),
  status: ProgressStatus,
  exam_tries: z.object({ attempts: z.int(), status: ProgressStatus }),
  remaining_attempts: z.nullable(z.int()),
  best_score: z.nullable(z.int()),
  /** False once the learner was moved to a version without it; the attempts can be read (VER-015). */
  is_in_course: z.boolean(),
  can_reset: z.boolean(),
  /** The newest first, those taken out by a reset among them. */
  attempts: z.array(GradedAttempt),
})

export const showExamProgress = endpoint({
  method: 'GET',
  path: '/admin/exams/:examId/progress',
  permission: 'grading.view',
  summary: "Show a learner's attempts with answers, score and result",
  params: exam,
  query: related,
  response: one(ExamProgress),
  errors: ['not_found'],
})

export const resetExam = endpoint({
  method: 'POST',
  path: '/admin/exams/:examId/reset',
  permission: 'grading.update',
  summary: "Reset a learner's exam",
  params: exam,
  body: ofEnrollment,
  response: one(ExamProgress),
  errors: ['not_found', 'invalid'],
})

/** Gives a learner minutes beyond the limit, for the running attempt and every later one; 0 takes them back (EXM-035). */
export const giveExtraTime = endpoint({
  method: 'PUT',
  path: '/admin/exams/:examId/extra-time',
  permission: 'grading.update',
  summary: 'Give a learner more time at an exam',
  params: exam,
  body: z.object({
    related_id: relatedId,
    minutes: z.int().check(rule.minValue(0), rule.maxValue(MOST_MINUTES)),
  }),
  response: one(ExamProgress),
  errors: ['not_found', 'invalid'],
})
