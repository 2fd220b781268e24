import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { ScormOutlineRow } from './contract.ts'
import { LESSON_STATUSES } from './rules/prerequisites.ts'

const text = z.nullable(z.string())
const result = z.enum(['passed', 'failed', 'unknown'])
const count = z.int().check(z.minimum(0))
const status = z.enum(LESSON_STATUSES)

/** What the content has kept of an item, apart from its suspend data, of which only the length is shown. */
const savedState = {
  sco: z.string(),
  status,
  result,
  lesson_location: text,
  score_raw: text,
  /** Characters. */
  suspend_length: count,
}

const attemptFields = {
  id: z.int(),
  related_id: z.int(),
  course_id: z.int(),
  module: z.object({ id: z.int(), title: z.string() }),
  package: z.object({ id: z.int(), title: text, version: text }),
  result,
  /** The attempt at a former package that this one continues (VER-022). */
  carried_from: z.nullable(z.int()),
  /** Whole seconds of all visits that have ended. */
  total_seconds: count,
  /** How often the player was started. */
  launches: count,
  started_at: time,
  updated_at: time,
}

/** An enrollment at a SCORM package, for those who teach or help (SCO-028). */
export const ScormAttempt = z.object(attemptFields)

export const JOURNAL_EVENTS = ['begin', 'data', 'finish', 'restore', 'carry'] as const
export const SNAPSHOT_REASONS = ['visit', 'messages', 'shrunk', 'restore'] as const

/** An earlier state of an item that can be brought back (SCO-029). */
export const ScormSnapshot = z.object({
  id: z.int(),
  ...savedState,
  /** Why it was kept: a visit began, many messages had come, the data shrank, or another state was brought back. */
  reason: z.enum(SNAPSHOT_REASONS),
  /** The last message before it. */
  launch: count,
  seq: count,
  stood_at: time,
})

export const ScormAttemptDetails = z.object({
  ...attemptFields,
  learner: PersonShown,
  outline: z.array(ScormOutlineRow),
  items: z.array(z.object({ ...savedState, title: z.string(), total_seconds: count, is_open: z.boolean() })),
  /** The newest first. */
  snapshots: z.array(ScormSnapshot),
})

/** A message of the player in the journal; a restore and a state carried over are listed there as well. */
export const JournaledCommit = z.object({
  launch: count,
  seq: count,
  sco: z.string(),
  event: z.enum(JOURNAL_EVENTS),
  received_at: time,
  /** The elements that came; of suspend data only the length. */
  changes: z.array(z.object({ key: z.string(), value: z.string() })),
  user: z.nullable(PersonShown),
})

export const listScormAttempts = endpoint({
  method: 'GET',
  path: '/admin/scorm-attempts',
  permission: 'grading.view',
  summary: "List a learner's attempts at the SCORM packages of a course",
  query: z.object({ related_id: id }),
  response: page(ScormAttempt),
  errors: ['not_found'],
})

export const showScormAttempt = endpoint({
  method: 'GET',
  path: '/admin/scorm-attempts/:id',
  permission: 'grading.view',
  summary: 'Show a SCORM attempt with the states that can be brought back',
  params: z.object({ id }),
  response: one(ScormAttemptDetails),
  errors: ['not_found'],
})

export const listScormCommits = endpoint({
  method: 'GET',
  path: '/admin/scorm-attempts/:id/commits',
  permission: 'grading.view',
  summary: 'The journal of a SCORM attempt: every message of the player, the newest first',
  params: z.object({ id }),
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: page(JournaledCommit),
  errors: ['not_found'],
})

/** Open players can no longer change anything; the replaced state is saved first. */
export const restoreScormAttempt = endpoint({
  method: 'POST',
  path: '/admin/scorm-attempts/:id/restore',
  permission: 'grading.update',
  summary: 'Bring back an earlier state of an item of a SCORM attempt',
  params: z.object({ id }),
  body: z.object({ snapshot_id: z.int().check(z.positive()) }),
  response: one(ScormAttemptDetails),
  errors: ['not_found'],
})
