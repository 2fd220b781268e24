import { PersonShown } from '#features/accounts/contract.ts'
import { gradeFields } from '#features/assignments/contract.ts'
import { moveChoices } from '#features/versions/contract.ts'
import { chosenId, day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { ACTIONS, LISTED_ACTIONS, LISTED_STATUSES, MOST_ROWS, OUTCOMES, STATUSES, UNDOS } from './rules/actions.ts'

const count = z.int()
const Counts = z.object({ changed: count, unchanged: count, refused: count })

/** A bulk change or an import of people, as the list shows it (BLK-017, BLK-032). */
export const ListedChange = z.object({
  /** That of the bulk change, or of the import; the two count by themselves. */
  id: z.int(),
  action: z.enum(LISTED_ACTIONS),
  status: z.enum(LISTED_STATUSES),
  rows_total: z.int(),
  /** Of the step that is at work or was last. */
  rows_done: z.int(),
  created_at: time,
  /** Who made it; of an import, who took its last step. */
  made_by: z.string(),
  /** The sheet of an import. */
  file_name: z.nullable(z.string()),
})

/** A bulk change in a few words. */
const BulkChangeSummary = z.object({
  id: z.int(),
  action: z.enum(ACTIONS),
  status: z.enum(STATUSES),
  rows_total: z.int(),
  /** Of the step that is at work or was last. */
  rows_done: z.int(),
  created_at: time,
  made_by: z.string(),
})

export const BulkChange = z.object({
  ...BulkChangeSummary.shape,
  /** Who took the last step. */
  by: z.string(),
  /** Rows by what the preview said, and by what was done; null before the run. */
  counts: Counts,
  results: z.nullable(Counts),
  /** Rows that came out differently than the preview said. */
  different: z.int(),
  restored: z.int(),
  kept: z.int(),
  /** Credits that the rows use and give back, as far as they are done. */
  credits_used: z.int(),
  credits_returned: z.int(),
  problem: z.nullable(z.string()),
  can_run: z.boolean(),
  can_undo: z.boolean(),
  /** Why a change of its action has no undo at all; null where it has one. */
  no_undo: z.nullable(z.string()),
  /** What all responses are graded with; null for other actions. */
  grade: z.nullable(z.object({ score: z.int(), comment: z.nullable(z.string()) })),
  run_at: z.nullable(time),
  finished_at: z.nullable(time),
  undone_at: z.nullable(time),
  /** When it is removed; until then it can be undone, unless it has no undo. */
  expires_at: time,
})

const Dates = z.object({ starts_at: time, due_at: z.nullable(time), expires_at: time })
/** The version that a learner is in, and how far; after a move also what they do again, and where they keep their place. */
const Place = z.object({
  version: z.int(),
  items_done: z.int(),
  items_total: z.int(),
  opens_again: z.int(),
  places_kept: z.int(),
})
/** The grade of a response: `graded_at` is null for one that waits, and for what a run will give. */
const Grade = z.object({
  result: z.enum(['waiting', 'passed', 'failed']),
  score: z.nullable(z.int()),
  has_comment: z.boolean(),
  graded_at: z.nullable(time),
})
/** The dates of an enrollment, its version for a move, or the grade of a response; null where there is none. */
const State = z.nullable(z.union([Dates, Place, Grade]))
/** The response that a row grades; null for everything else. */
const Response = z.nullable(z.object({ id: z.int(), assignment_id: z.int(), title: z.string(), number: z.int() }))
const Course = z.object({ id: z.int(), title: z.string(), slug: z.string() })

export const BulkChangeRow = z.object({
  id: z.int(),
  number: z.int(),
  user: PersonShown,
  course: Course,
  response: Response,
  /** The enrollment; null before it is made. */
  related_id: z.nullable(z.int()),
  before: State,
  after: State,
  outcome: z.enum(OUTCOMES),
  reason: z.nullable(z.string()),
  /** Credits that the row uses; below zero for those that it gives back. */
  credits: z.int(),
  result: z.nullable(z.enum(OUTCOMES)),
  result_reason: z.nullable(z.string()),
  /** The e-mail that a reminder sends or has sent, and when the one before it was; null for everything else. */
  mail: z.nullable(z.object({ to: z.string(), subject: z.string(), last_at: z.nullable(time) })),
  undo: z.nullable(z.enum(UNDOS)),
  undo_reason: z.nullable(z.string()),
})

/** What the undo would do now, the last row first. */
export const UndoPreview = z.object({
  restored: z.int(),
  kept: z.int(),
  credits_used: z.int(),
  credits_returned: z.int(),
  rows: z.array(
    z.object({
      number: z.int(),
      user: PersonShown,
      course: Course,
      response: Response,
      undo: z.enum(UNDOS),
      /** What stands in the way. */
      reason: z.nullable(z.string()),
      before: State,
      after: State,
      credits: z.int(),
    }),
  ),
})

const params = z.object({ id })
const ids = z.array(id).check(z.minLength(1), z.maxLength(MOST_ROWS))
// Dates are counted on from these, and the calendar of the program ends with the year 9999.
const FAR = '9000'
const soonEnough = 'Please choose an earlier day.'
const laterDay = day.check(z.refine((text) => text < FAR, soonEnough))
const laterMoment = time.check(z.refine((moment) => moment.toISOString() < FAR, soonEnough))

const MADE = { response: one(BulkChange), is_idempotent: true } as const

export const bulkEnroll = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/enroll',
  permission: 'users.create',
  summary: 'Prepare to enroll people as learners, with a preview of each; nothing is enrolled yet',
  body: z.object({
    course_id: chosenId('a course'),
    user_ids: ids,
    starts_at: z.optional(z.nullable(laterMoment)),
    /** Null for none; left out, the due date of the course counts. */
    due_at: z.optional(z.nullable(time)),
  }),
  errors: ['not_found', 'invalid'],
})

export const bulkUnenroll = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/unenroll',
  permission: 'users.delete',
  summary: 'Prepare to unenroll learners, with a preview of each; nobody is unenrolled yet',
  body: z.object({ enrollment_ids: ids }),
  errors: ['not_found', 'invalid'],
})

const Shift = z.union([z.object({ on: laterDay }), z.object({ by_days: z.int().check(z.minimum(1), z.maximum(3650)) })])

export const bulkExtend = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/extend',
  permission: 'enrollments.update',
  summary: 'Prepare to move due dates and ends of access, with a preview of each; nothing is moved yet',
  example: { enrollment_ids: [31, 32], due: { by_days: 14 }, access: { on: '2027-06-30' } },
  body: z
    .object({ enrollment_ids: ids, due: z.optional(z.nullable(Shift)), access: z.optional(z.nullable(Shift)) })
    .check(
      z.refine((body) => Boolean(body.due ?? body.access), {
        path: ['due'],
        error: 'Please choose a due date or an end of access.',
      }),
    ),
  errors: ['not_found', 'invalid'],
})

export const bulkRemind = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/remind',
  permission: 'users.update',
  summary: 'Prepare to remind learners by e-mail, with a preview of each; nothing is sent yet. It has no undo',
  body: z.object({ enrollment_ids: ids }),
  errors: ['not_found', 'invalid'],
})

export const bulkMove = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/move',
  permission: 'courses.update',
  summary: 'Prepare to move learners to a version of their course, with a preview of each; nobody is moved yet',
  body: z.object({
    course_id: chosenId('a course'),
    version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    /** Without a list: learners at work in earlier versions, the first 1,000. */
    enrollment_ids: z.optional(ids),
    ...moveChoices,
  }),
  errors: ['not_found', 'invalid'],
})

export const bulkGrade = endpoint({
  ...MADE,
  method: 'POST',
  path: '/bulk-changes/grade',
  permission: 'grading.update',
  summary: 'Prepare to grade assignment responses alike, with a preview of each; nothing is graded yet',
  body: z.object({ response_ids: ids, ...gradeFields }),
  errors: ['not_found', 'invalid'],
})

// For everyone who has the right of an action; which bulk changes they see depends on it (BLK-015).
const shared = { permission: 'session' } as const

export const listBulkChanges = endpoint({
  ...shared,
  method: 'GET',
  path: '/bulk-changes',
  summary: 'List bulk changes and imports of people, the newest first',
  query: z.object({ cursor: z.optional(z.string()), per_page: listQuery(['id'], 20).per_page }),
  response: page(ListedChange),
  errors: ['not_enough_permissions'],
})

export const showBulkChange = endpoint({
  ...shared,
  method: 'GET',
  path: '/bulk-changes/:id',
  summary: 'Show a bulk change and how far it is',
  params,
  response: one(BulkChange),
  errors: ['not_found', 'not_enough_permissions'],
})

export const listBulkChangeRows = endpoint({
  ...shared,
  method: 'GET',
  path: '/bulk-changes/:id/rows',
  summary: 'List the rows of a bulk change with their effects',
  params,
  query: z.object({
    cursor: z.optional(z.string()),
    per_page: listQuery(['number'], 50).per_page,
    /** By what was done, or before the run by what the preview said. */
    outcome: z.optional(z.enum(OUTCOMES)),
    undo: z.optional(z.enum(UNDOS)),
  }),
  response: page(BulkChangeRow),
  errors: ['not_found', 'not_enough_permissions'],
})

export const runBulkChange = endpoint({
  ...shared,
  method: 'POST',
  path: '/bulk-changes/:id/run',
  summary: 'Do what the preview said, or continue a run that stopped',
  params,
  response: one(BulkChange),
  errors: ['not_found', 'not_enough_permissions', 'bulk_change_moved_on'],
})

export const previewBulkUndo = endpoint({
  ...shared,
  method: 'GET',
  path: '/bulk-changes/:id/undo',
  summary: 'Preview what an undo would restore, and what stands in the way',
  params,
  response: one(UndoPreview),
  errors: ['not_found', 'not_enough_permissions', 'bulk_change_moved_on', 'bulk_change_without_undo'],
})

export const undoBulkChange = endpoint({
  ...shared,
  method: 'POST',
  path: '/bulk-changes/:id/undo',
  summary: 'Restore what was before, as far as nothing stands in the way',
  params,
  response: one(BulkChange),
  errors: ['not_found', 'not_enough_permissions', 'bulk_change_moved_on', 'bulk_change_without_undo'],
})
