import { PersonShown } from '#features/accounts/contract.ts'
import { chosenId, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { PROOFS } from './rules/queue.ts'
import { ENTRY_KINDS } from './rules/record.ts'
import { MOST_SIGNS, readSignature } from './rules/signature.ts'

export { ENTRY_KINDS, type EntryKind } from './rules/record.ts'

export const MOST_TASKS = 12
export const MOST_ENTRIES = 50

const listed = {
  id: z.int(),
  title: z.string(),
  place: z.string(),
  course: z.object({ id: z.int(), title: z.string(), slug: z.string() }),
  opened_at: time,
  opened_by: z.nullable(PersonShown),
  closed_at: z.nullable(time),
  /** People who checked in. */
  arrived: z.int(),
}

export const listCrewSessions = endpoint({
  method: 'GET',
  path: '/crew-sessions',
  permission: 'grading.view',
  summary: 'List the crew sessions of the courses within reach, the newest first',
  query: z.object({
    cursor: listQuery(['id']).cursor,
    per_page: listQuery(['id']).per_page,
    sort: z._default(z.enum(['-id']), '-id'),
  }),
  response: page(z.object(listed)),
})

/** A person of the roster, and what the session holds about them. */
const CrewMember = z.object({
  /** The enrollment (related_id). */
  related_id: z.int(),
  user: PersonShown,
  /** While the session is open: the number of their badge and the SHA-256 of what its QR says, to find them offline. */
  badge: z.nullable(z.object({ number: z.string(), code_hash: z.string() })),
  arrived_at: z.nullable(time),
  /** How they proved who they are; null for an arrival that a correction added. */
  proof: z.nullable(z.enum(PROOFS)),
  /** The name as they typed it, where that is the proof. */
  typed_name: z.nullable(z.string()),
  left_at: z.nullable(time),
  tasks: z.array(z.object({ task: z.int(), at: time, by: z.nullable(PersonShown) })),
})

const Correction = z.object({
  related_id: z.int(),
  kind: z.enum(ENTRY_KINDS),
  task: z.nullable(z.int()),
  is_so: z.boolean(),
  reason: z.string(),
  at: time,
  by: z.nullable(PersonShown),
})

export const CrewSession = z.object({
  ...listed,
  /** Grows with each entry and with the closing: of two answers the larger one is the later one. */
  revision: z.int(),
  closed_by: z.nullable(PersonShown),
  tasks: z.array(z.string()),
  /** While it is open, every learner within reach; closed, those it holds something about. */
  roster: z.array(CrewMember),
  /** The oldest first. */
  corrections: z.array(Correction),
})

export const showCrewSession = endpoint({
  method: 'GET',
  path: '/crew-sessions/:id',
  permission: 'grading.view',
  summary: 'Show a crew session with its roster, attendance and sign-offs',
  params: z.object({ id }),
  response: one(CrewSession),
  errors: ['not_found'],
})

export const showCrewOptions = endpoint({
  method: 'GET',
  path: '/crew-sessions/options',
  permission: 'grading.view',
  summary: 'The published courses in which the viewer may open a crew session',
  response: one(
    z.object({
      courses: z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          /** The hands-on tasks that rules of the trade ask in the course (TRD-033). */
          tasks: z.array(z.string()),
        }),
      ),
    }),
  ),
})

export const openCrewSession = endpoint({
  method: 'POST',
  path: '/crew-sessions',
  permission: 'grading.update',
  summary: 'Open a crew session for a course',
  is_idempotent: true,
  example: { course_id: 1, title: 'SCBA practice', place: 'North yard', tasks: ['Don and doff an SCBA'] },
  body: z.object({
    course_id: chosenId('a course'),
    title: rule.plainText(120, { is_required: true }),
    place: z._default(rule.plainText(120), ''),
    tasks: z._default(
      z.array(rule.plainText(120, { is_required: true })).check(
        z.maxLength(MOST_TASKS),
        z.refine((tasks) => new Set(tasks).size === tasks.length, { error: 'List each task once.' }),
      ),
      [],
    ),
  }),
  response: one(CrewSession),
  errors: ['not_found', 'invalid'],
})

/** Who was signed in at the device when it was recorded; refused for anybody else (CRW-019). */
const recordedBy = z.optional(z.int().check(z.positive()))

const Entry = z.object({
  /** Made by the device: an entry that is sent twice is one (CRW-005). */
  id: z.uuid(),
  kind: z.enum(ENTRY_KINDS),
  /** The moment by the clock of the device. */
  at: time,
  /** The enrollment; left out where a badge says who it is. */
  related_id: z.optional(z.int().check(z.positive())),
  task: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Number or code of the badge with its PIN, for an arrival. */
  badge: z.optional(valueText(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))),
  secret: z.optional(valueText(z.string().check(z.minLength(1), z.maxLength(200)))),
  /** The name as the person typed it, for an arrival without a badge. */
  typed_name: z.optional(rule.plainText(120, { is_required: true })),
  /** What the person drew, for an arrival without a badge: strokes of points, four base-36 signs each, with dots between strokes. */
  signature: z.optional(
    valueText(
      z.string().check(
        z.maxLength(MOST_SIGNS),
        z.refine((text) => readSignature(text) !== null, { error: 'Please sign again, larger.' }),
      ),
    ),
  ),
})
export type CrewEntry = z.output<typeof Entry>

export const addCrewEntries = endpoint({
  method: 'POST',
  path: '/crew-sessions/:id/entries',
  permission: 'grading.update',
  summary: 'Record arrivals, departures and sign-offs in a crew session, each once',
  params: z.object({ id }),
  example: {
    entries: [
      {
        id: '0199a000-0000-7000-8000-000000000001',
        kind: 'arrived',
        at: '2026-11-25T13:30:00Z',
        badge: '10442',
        secret: '804217',
      },
    ],
  },
  body: z.object({
    recorded_by: recordedBy,
    entries: z.array(Entry).check(
      z.minLength(1),
      z.maxLength(MOST_ENTRIES),
      z.refine((entries) => entries.filter(({ badge }) => badge !== undefined).length <= 1, {
        error: 'Send one badge with its PIN at a time.',
      }),
    ),
  }),
  response: one(
    z.object({
      /** One for each entry, in the same order. */
      results: z.array(
        z.object({
          id: z.uuid(),
          outcome: z.enum(['recorded', 'already', 'refused']),
          /** The code and text of the error, if it was refused. */
          code: z.nullable(z.string()),
          text: z.nullable(z.string()),
          related_id: z.nullable(z.int()),
        }),
      ),
      session: CrewSession,
    }),
  ),
  errors: ['not_found', 'crew_other_person'],
})

export const closeCrewSession = endpoint({
  method: 'POST',
  path: '/crew-sessions/:id/close',
  permission: 'grading.update',
  summary: 'Close a crew session; from then on only corrections change its record',
  params: z.object({ id }),
  response: one(CrewSession),
  errors: ['not_found'],
})

export const correctCrewSession = endpoint({
  method: 'POST',
  path: '/crew-sessions/:id/corrections',
  permission: 'grading.update',
  summary: 'Correct the record of a crew session, with a reason',
  params: z.object({ id }),
  example: {
    id: '0199a000-0000-7000-8000-000000000002',
    related_id: 1,
    kind: 'task',
    task: 0,
    is_so: false,
    reason: 'Signed off for the wrong person',
  },
  body: z.object({
    id: z.uuid(),
    related_id: z.int().check(z.positive()),
    kind: z.enum(ENTRY_KINDS),
    task: z._default(z.nullable(z.int().check(z.minimum(0))), null),
    /** False to take it back, true to add it. */
    is_so: z.boolean(),
    reason: rule.plainText(300, { is_required: true }),
    /** The moment by the clock of the device, where the correction waited for a network; else now. */
    at: z.optional(time),
    recorded_by: recordedBy,
  }),
  response: one(CrewSession),
  errors: [
    'not_found',
    'crew_not_enrolled',
    'crew_not_arrived',
    'crew_task_unknown',
    'crew_own_task',
    'crew_time_wrong',
    'crew_other_person',
  ],
})

export const showHandsOn = endpoint({
  method: 'GET',
  path: '/enrollments/:id/hands-on',
  permission: 'grading.view',
  summary: 'List what crew sessions recorded of an enrollment, with corrections, the oldest first',
  params: z.object({ id }),
  response: one(
    z.array(
      z.object({
        session_id: z.int(),
        session: z.string(),
        place: z.string(),
        kind: z.enum(ENTRY_KINDS),
        /** The title of the task of a sign-off. */
        task: z.nullable(z.string()),
        /** False where a correction takes it back. */
        is_so: z.boolean(),
        proof: z.nullable(z.enum(PROOFS)),
        typed_name: z.nullable(z.string()),
        /** Strokes of points, as an entry brings them. */
        signature: z.nullable(z.string()),
        /** Why it was corrected. */
        reason: z.nullable(z.string()),
        at: time,
        by: z.nullable(PersonShown),
      }),
    ),
  ),
  errors: ['not_found'],
})
