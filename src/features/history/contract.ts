import { PersonShown, updateUser } from '#features/accounts/contract.ts'
import { updateCourse } from '#features/courses/contract.ts'
import { updateCompany, updateSettings } from '#features/portals/contract.ts'
import { updateTerms } from '#features/portals/contract-terms.ts'
import { day, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { KINDS, PARTS } from './rules/fields.ts'

const text = z.nullable(z.string())
const kind = z.enum(KINDS)

/** Whose record it is: a person or a course of the portal, or the settings or the roles of the portal of the call. */
const record = { kind, user_id: z.optional(id), course_id: z.optional(id) }
const isWhole = z.refine<{ kind: string; user_id?: number | undefined }>(
  ({ kind: of, user_id: person }) => of !== 'person' || person !== undefined,
  { path: ['user_id'], error: 'Please name a person.' },
)
const hasCourse = z.refine<{ kind: string; course_id?: number | undefined }>(
  ({ kind: of, course_id: course }) => of !== 'course' || course !== undefined,
  { path: ['course_id'], error: 'Please name a course.' },
)
/** What is put back: one change, or the record as of the end of a day. */
const target = { ...record, change_id: z.optional(id), on: z.optional(day) }
const isOne = z.refine<{ change_id?: number | undefined; on?: string | undefined }>(
  ({ change_id: change, on }) => (change === undefined) !== (on === undefined),
  { path: ['on'], error: 'Please name one change or one day.' },
)

const Pair = {
  /** The name of the field in the data. */
  field: z.string(),
  label: z.string(),
  part: z.enum(PARTS),
}

/** A recorded change in words (HIS-008). */
export const HistoryEntry = z.object({
  id: z.int(),
  kind,
  created_at: time,
  /** Whose record it is; null for the settings and the roles of the portal. */
  person: z.nullable(PersonShown),
  /** Who made the change, in words. */
  made_by: z.string(),
  actor: z.nullable(PersonShown),
  /** What a restore put back, in words. */
  restored: text,
  changes: z.array(z.object({ ...Pair, from: text, to: text, is_forgotten: z.boolean() })),
})

const listed = listQuery(['created_at'])
const filters = {
  ...record,
  /** Part of the name or e-mail of who made the change. */
  search: listed.search,
  part: z.optional(z.enum(PARTS)),
  date_from: z.optional(day),
  date_to: z.optional(day),
}

export const listHistory = endpoint({
  method: 'GET',
  path: '/history',
  permission: 'activity-logs.view',
  summary:
    'List what changed in the settings or the roles of the portal, of a course, or of one person or all, from what to what',
  query: z.object({
    cursor: listed.cursor,
    per_page: listed.per_page,
    sort: z._default(z.enum(['-created_at', 'created_at']), '-created_at'),
    ...filters,
  }),
  response: page(HistoryEntry),
  errors: ['not_found'],
})

export const exportHistory = endpoint({
  method: 'GET',
  path: '/history/export',
  permission: 'activity-logs.view',
  summary: 'Export what changed, one row for each field, as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(filters),
  errors: ['not_found'],
})

/** A record as it was at the end of a day, beside how it is now (HIS-010). */
export const showPastState = endpoint({
  method: 'GET',
  path: '/history/state',
  permission: 'activity-logs.view',
  summary: 'Show the settings or the roles of the portal, a course, or a person, as of the end of a past day',
  query: z.object({ ...record, on: day }).check(isWhole, hasCourse),
  response: one(
    z.object({
      on: day,
      /** False where the person was not in the portal, or the portal did not exist yet. */
      existed: z.boolean(),
      fields: z.array(z.object({ ...Pair, before: text, now: text, differs: z.boolean(), is_forgotten: z.boolean() })),
    }),
  ),
  errors: ['not_found', 'invalid'],
})

export const previewRestore = endpoint({
  method: 'GET',
  path: '/history/preview',
  permission: 'activity-logs.view',
  summary: 'Show what a restore would change, and what stands in its way',
  query: z.object(target).check(isWhole, hasCourse, isOne),
  response: one(
    z.object({
      /** The newest change of the record that this preview knows; the restore names it. */
      seen_id: z.int(),
      /** The fields that would be restored. */
      fields: z.array(z.string()),
      lines: z.array(
        z.object({
          ...Pair,
          from: text,
          to: text,
          /** Why the field stays as it is; null where it is restored. */
          reason: text,
          is_forgotten: z.boolean(),
          is_changed_since: z.boolean(),
        }),
      ),
    }),
  ),
  errors: ['not_found', 'invalid'],
})

/** A field as the preview names it: `city`, or a permission of a role, `editor users.view`. */
const restoredField = z.string().check(z.maxLength(100), z.regex(/^[a-z_0-9]+( [a-z.-]+)?$/))

export const restoreHistory = endpoint({
  method: 'POST',
  path: '/history/restore',
  permission: 'activity-logs.view',
  summary: 'Put back one change, or a record as of the end of a day, exactly as its preview showed',
  is_closed_to_tokens: true,
  body: z
    .object({ ...target, seen_id: z.int(), fields: z.array(restoredField).check(z.maxLength(2000)) })
    .check(isWhole, hasCourse, isOne),
  example: { kind: 'person', user_id: 31, on: '2026-10-31', seen_id: 8123, fields: ['city'] },
  response: one(z.object({ fields: z.array(z.string()) })),
  errors: ['not_found', 'invalid', 'history_moved_on', 'nothing_to_restore', 'not_enough_permissions'],
})

type Shape = Readonly<Record<string, z.core.$ZodType>>
const shapeOf = ({ body }: { body: unknown }) => (body as { shape: Shape }).shape

/** What the screens take for a field today: a value of the past that they would refuse is not restored. */
export const takenByScreens = () => ({
  profile: shapeOf(updateUser),
  settings: shapeOf(updateSettings),
  company: shapeOf(updateCompany),
  terms: shapeOf(updateTerms),
  course: shapeOf(updateCourse),
})
