import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { CHOSEN_QUESTIONS, IDENTITY_QUESTION_KEYS, OUTCOMES } from './rules/identity.ts'

/** How a learner stands with the identity questions of a course (TRD-057). */
export const Identity = z.object({
  /** Set up: the answers are missing. Asked: a question is open. Locked: staff have to unlock the course. */
  state: z.enum(['clear', 'set_up', 'asked', 'locked']),
  title: z.string(),
  source: z.string(),
  question: z.nullable(
    z.object({
      id: z.int(),
      text: z.string(),
      /** By the clock of the server, when it answered. */
      milliseconds_left: z.int(),
    }),
  ),
  answer_seconds: z.int(),
  /** Wrong and missed answers so far, and how many lock the course. */
  mistakes: z.int(),
  most_mistakes: z.int(),
})

/** For staff and other systems: how far somebody is with the identity questions of a course (TRD-068). */
export const IdentityCounts = z.object({
  /** Whether answers are set up. */
  has_answers: z.boolean(),
  /** All questions so far; one that is open or was withdrawn is none of the following. */
  asked: z.int(),
  right: z.int(),
  wrong: z.int(),
  missed: z.int(),
  is_locked: z.boolean(),
})

const reply = rule.plainText(100, { is_required: true })

/** Once for all courses of the portal; only staff can reset them (TRD-051). */
export const setIdentityAnswers = endpoint({
  method: 'POST',
  path: '/learner/identity-answers',
  permission: 'learning.update',
  summary: 'Set up the own answers to identity questions',
  is_idempotent: true,
  body: z.object({
    answers: z
      .array(z.object({ question: z.enum(IDENTITY_QUESTION_KEYS), reply }))
      .check(z.length(CHOSEN_QUESTIONS, `Please answer ${CHOSEN_QUESTIONS} questions.`)),
  }),
  response: one(z.object({ set_at: time })),
  errors: ['learner_only', 'not_enough_permissions', 'invalid', 'conflict'],
})

/** Each question takes one answer; a repeated call answers with what became of it (TRD-054). */
export const answerIdentityQuestion = endpoint({
  method: 'POST',
  path: '/learner/identity-questions/:id/answer',
  permission: 'learning.update',
  summary: 'Answer an identity question that is open',
  params: z.object({ id }),
  body: z.object({ reply }),
  response: one(z.object({ outcome: z.enum(OUTCOMES), identity: z.nullable(Identity) })),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})

/** For a learner who has forgotten them; nothing is unlocked by it (TRD-067). */
export const resetIdentityAnswers = endpoint({
  method: 'POST',
  path: '/enrollments/:id/identity-answers/reset',
  permission: 'enrollments.update',
  summary: 'Reset the answers of a learner to identity questions, with a reason',
  params: z.object({ id }),
  example: { reason: 'Forgot the answers; checked the photo ID by video call' },
  body: z.object({ reason: rule.plainText(500, { is_required: true }) }),
  response: one(z.object({ has_answers: z.boolean() })),
  errors: ['not_found', 'invalid', 'conflict'],
})

const Lock = z.object({
  id: z.int(),
  related_id: z.int(),
  user: z.object({ id: z.int(), name: z.string() }),
  course: z.object({ id: z.int(), title: z.string() }),
  locked_at: time,
  mistakes: z.array(z.object({ question: z.string(), asked_at: time, outcome: z.enum(OUTCOMES) })),
})

export const listIdentityLocks = endpoint({
  method: 'GET',
  path: '/identity-locks',
  permission: 'enrollments.update',
  summary: 'List courses that identity questions have locked for learners',
  response: one(z.array(Lock)),
})

export const unlockIdentity = endpoint({
  method: 'POST',
  path: '/identity-locks/:id/unlock',
  permission: 'enrollments.update',
  summary: 'Unlock a course for its learner, with a reason',
  params: z.object({ id }),
  example: { reason: 'Checked the photo ID by video call', resets_answers: true },
  body: z.object({
    reason: rule.plainText(500, { is_required: true }),
    /** Deletes the answers of the learner, who then sets up new ones. */
    resets_answers: z._default(z.boolean(), false),
  }),
  response: one(z.array(Lock)),
  errors: ['not_found', 'invalid', 'conflict'],
})
