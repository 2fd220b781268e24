import { sql } from 'kysely'
import { ask, type StatementCall, statement, type Tx } from '#platform/db/db.ts'
import type { CourseState, Item, ItemType } from '../rules/course.ts'
import { STATUS, type Status } from '../rules/status.ts'
import { PACKED_PROGRESS, packedOutlineIn, type TrackedItem, unpackOutline } from './packed-course.ts'

export type { TrackedItem } from './packed-course.ts'
/** A course as one enrollment sees it, as it is stored. */
export type TrackedCourse = CourseState<TrackedItem> & {
  enrollment_id: number
  course_id: number
  slug: string
  /** The version of the course that the learner sees; 0 is the draft of a course that was never published (VER-003). */
  version: number
  /** Whether a rule of the trade names the course; a first one moves the stamp of its outline (TRD-001). */
  has_rules: boolean
}

type Ref = { type: ItemType; id: number }
export const refKey = ({ type, id }: Ref): string => `${type}:${id}`

type PackedCourse = {
  enrollment_id: number
  course_id: number
  slug: string
  version: number
  status: number
  is_sequential: boolean
  has_rules: boolean
  outline: string | null
  progress: string | null
}

const unpackCourse = ({ outline, progress, status, ...row }: PackedCourse): TrackedCourse => ({
  ...row,
  status: status as Status,
  outline: unpackOutline(outline, progress),
})

const VERSION = 'coalesce(enrollments.version, c.newest_version)'
const coursesOf = (enrollment: string) =>
  statement<PackedCourse>(`
    select enrollments.id as enrollment_id, enrollments.course_id, c.slug, enrollments.status, c.is_sequential,
      ${VERSION} as version, ${packedOutlineIn(VERSION)} as outline, ${PACKED_PROGRESS} as progress,
      exists (
        select from trade_rule_courses r where r.portal_id = c.portal_id and r.course_id = c.id
      ) as has_rules
    from enrollments
    join courses c on c.portal_id = enrollments.portal_id and c.id = enrollments.course_id
    where enrollments.portal_id = $1 and enrollments.id ${enrollment}`)
/** SQL for the enrollment of progress row $2 in portal $1. */
export const ENROLLMENT_OF_PROGRESS =
  '(select enrollment_id from course_user_progress where portal_id = $1 and id = $2)'
const COURSE = { enrollment: coursesOf('= $2'), progress: coursesOf(`= ${ENROLLMENT_OF_PROGRESS}`) }
const COURSES = coursesOf('= any($2::bigint[])')

/**
 * The courses of the enrollments by the ids of these, in one statement whatever their number (LRN-005, LRN-006). Deleted
 * items are left out (BLD-042).
 */
export const loadTrackedCourses = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, TrackedCourse>> => {
  if (enrollmentIds.length === 0) return new Map()
  const rows = await ask(tx, COURSES, [portalId, enrollmentIds])
  return new Map(rows.map((row) => [row.enrollment_id, unpackCourse(row)]))
}

/** The course of one enrollment, named by its id or by the id of one of its progress rows; or null. */
export const loadTrackedCourse = async (
  tx: Tx,
  portalId: number,
  id: number,
  by: keyof typeof COURSE = 'enrollment',
): Promise<TrackedCourse | null> => {
  const [row] = await ask(tx, COURSE[by], [portalId, id])
  return row ? unpackCourse(row) : null
}

export type StatusWrite = Item & {
  /** What the row is called if there is none yet; without it the database chooses. */
  new_id?: number | undefined
  /** Merged into the details that are there. */
  details?: Record<string, unknown> | undefined
}

type At = { portal_id: number; enrollment_id: number; now: Date }

const NOT_STARTED = STATUS.not_started
const DONE = `(${STATUS.success}, ${STATUS.finished})`

/** SQL that writes rows given as id, type, item, status and details; $1 is the portal, $2 the enrollment, $3 the time. */
const savingRows = (rows: string) =>
  statement(`
    insert into course_user_progress as p
      (id, portal_id, enrollment_id, item_type, item_id, status, details, started_at, finished_at, updated_at)
    overriding system value
    select coalesce(w.id, nextval('course_user_progress_id_seq')), $1, $2, w.type, w.item_id, w.status, w.details,
      case when w.status <> ${NOT_STARTED} then $3::timestamptz end, case when w.status in ${DONE} then $3::timestamptz end, $3
    from ${rows} as w (id, type, item_id, status, details)
    on conflict (portal_id, enrollment_id, item_type, item_id) do update set
      status = excluded.status,
      details = case when excluded.status = ${NOT_STARTED} then excluded.details else p.details || excluded.details end,
      started_at = case when excluded.status <> ${NOT_STARTED} then coalesce(p.started_at, excluded.started_at) end,
      finished_at = case when excluded.status in ${DONE} then coalesce(p.finished_at, excluded.finished_at) end,
      updated_at = excluded.updated_at`)

const valuesOf = (rows: number) =>
  `(values ${Array.from({ length: rows }, (_, row) => {
    const [id, type, item, status, details] = [4, 5, 6, 7, 8].map((place) => `$${5 * row + place}`)
    return `(${id}::bigint, ${type}::text, ${item}::bigint, ${status}::smallint, ${details}::jsonb)`
  }).join(', ')})`

// A step writes its item, and sometimes its module; anyone who completes a course writes them all.
const SAVE_FEW = [1, 2].map((rows) => savingRows(valuesOf(rows)))
const SAVE_MANY = savingRows(
  `(select id, type, item_id, status, details::jsonb from unnest($4::bigint[], $5::text[], $6::bigint[], $7::smallint[], $8::text[])
    as u (id, type, item_id, status, details))`,
)

/**
 * Writes decided statuses, all in one statement; does nothing if there are none. A status of not started clears the
 * row's details and times (a reset). The caller holds the lock of the enrollment.
 */
export const savingStatuses = (at: At, writes: readonly StatusWrite[]): StatementCall | null => {
  if (writes.length === 0) return null
  const rows = writes.map(({ new_id: newId = null, type, id, status, details = {} }) => [
    newId,
    type,
    id,
    status,
    JSON.stringify(details),
  ])
  const first = [at.portal_id, at.enrollment_id, at.now]
  const few = SAVE_FEW[rows.length - 1]
  if (few) return [few, [...first, ...rows.flat()]]
  return [SAVE_MANY, [...first, ...[0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column]))]]
}

type ItemOfOwn = Ref & { related_id: number }

/** Saves the position in an item that its learner has started; false when there is no such progress. */
export const savePosition = async (
  tx: Tx,
  { portal_id: portalId, user_id: userId, now }: { portal_id: number; user_id: number; now: Date },
  { related_id: relatedId, type, id }: ItemOfOwn,
  position: number,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update course_user_progress p
    set details = p.details || jsonb_build_object('position', ${position}::int), updated_at = ${now}
    from enrollments e
    where p.portal_id = ${portalId} and p.enrollment_id = ${relatedId} and p.item_type = ${type} and p.item_id = ${id}
      and e.portal_id = p.portal_id and e.id = p.enrollment_id and e.user_id = ${userId} and e.role = 'learner'
      and e.ended_at is null`.execute(tx)
  return numAffectedRows > 0n
}

const POSITION = statement<{ position: number | null }>(`
  select (details -> 'position')::int as position from course_user_progress
  where portal_id = $1 and enrollment_id = $2 and item_type = $3 and item_id = $4`)

/** The place that was kept in an item of an enrollment, or null. */
export const loadPosition = async (
  tx: Tx,
  portalId: number,
  { related_id: relatedId, type, id }: ItemOfOwn,
): Promise<number | null> => (await ask(tx, POSITION, [portalId, relatedId, type, id]))[0]?.position ?? null

const TITLES = statement<{ type: ItemType; id: number; title: string | null }>(`
  select r.type, r.id, t.title
  from unnest($2::text[], $3::bigint[], $4::bigint[], $5::int[]) as r (type, id, course_id, version)
  cross join lateral (
    select title from modules where r.version = 0 and r.type = 'Module' and portal_id = $1 and id = r.id
    union all
    select title from exams where r.version = 0 and r.type in ('Exam', 'Survey') and portal_id = $1 and id = r.id
    union all
    select title from assignments where r.version = 0 and r.type = 'Assignment' and portal_id = $1 and id = r.id
    union all
    select title from scorm_modules where r.version = 0 and r.type = 'ScormModule' and portal_id = $1 and id = r.id
    union all
    select title from cloud_scorm_modules
      where r.version = 0 and r.type = 'CloudScormModule' and portal_id = $1 and id = r.id
    union all
    select title from module_items
      where r.version = 0 and r.type in ('Text', 'Document', 'Audio', 'Video') and portal_id = $1 and id = r.id
    union all
    select title from course_version_items v
      where v.portal_id = $1 and v.course_id = r.course_id and v.version = r.version and v.item_type = r.type
        and v.item_id = r.id
  ) t`)

/** An item in the version of a course. */
export type VersionedRef = Ref & { course_id: number; version: number }

/** The titles of items of any type by `refKey`, in one statement; null if an item has no title. */
export const loadTitles = async (
  tx: Tx,
  portalId: number,
  refs: readonly VersionedRef[],
): Promise<Map<string, string | null>> => {
  if (refs.length === 0) return new Map()
  const columns = (['type', 'id', 'course_id', 'version'] as const).map((column) => refs.map((ref) => ref[column]))
  const rows = await ask(tx, TITLES, [portalId, ...columns])
  return new Map(rows.map((row) => [refKey(row), row.title]))
}
