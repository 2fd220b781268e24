import { type RawBuilder, sql } from 'kysely'
import { ENROLLMENT_COLUMNS, type Enrollment, withAccess } from '#features/enrollments/server/api.ts'
import { sendWithCommit, type Tx } from '#platform/db.ts'
import type { CourseState, Item, ItemType } from '../rules/course.ts'
import { STATUS, type Status } from '../rules/status.ts'

/** An item with the id of its row in course_user_progress, null before the first step. */
export type TrackedItem = Item & { progress_id: number | null }
/** A course as one enrolment sees it, as it is stored. */
export type TrackedCourse = CourseState<TrackedItem> & { enrollment_id: number; course_id: number; slug: string }

type Ref = { type: ItemType; id: number }
export const refKey = ({ type, id }: Ref): string => `${type}:${id}`

/**
 * How the database packs a course, which is read on every step: entries apart by `;`, of a module its items behind its own
 * id, each as type and id; and progress as type, id, status and its own id. As text, which takes half the time of JSON.
 */
type PackedCourse = {
  enrollment_id: number
  course_id: number
  slug: string
  status: number
  is_sequential: boolean
  outline: string | null
  progress: string | null
}

const packedOutline = sql<string | null>`(
  select string_agg(o.itemable_type || ' ' || o.itemable_id || coalesce(',' || m.items, ''), ';' order by o.sort_number, o.id)
  from outline_items o
  left join lateral (
    select string_agg(i.itemable_type || ' ' || i.id, ',' order by i.sort_number, i.id) as items
    from module_items i
    where i.portal_id = o.portal_id and i.module_id = o.itemable_id and i.deleted_at is null
  ) m on o.itemable_type = 'Module'
  where o.portal_id = e.portal_id and o.course_id = e.course_id and o.deleted_at is null
)`
const packedProgress = sql<string | null>`(
  select string_agg(p.item_type || ' ' || p.item_id || ' ' || p.status || ' ' || p.id, ',')
  from course_user_progress p
  where p.portal_id = e.portal_id and p.enrollment_id = e.id
)`

const parts = (text: string | null, separator: string): string[] => (text ? text.split(separator) : [])

const unpackCourse = ({ outline, progress, status, ...row }: PackedCourse): TrackedCourse => {
  const known = new Map<string, { status: Status; progress_id: number }>()
  for (const packed of parts(progress, ',')) {
    const [type, id, itemStatus, progressId] = packed.split(' ')
    known.set(`${type} ${id}`, { status: Number(itemStatus) as Status, progress_id: Number(progressId) })
  }
  const unpackItem = (packed: string): TrackedItem => {
    const [type, id] = packed.split(' ')
    const { status: itemStatus = STATUS.not_started, progress_id = null } = known.get(packed) ?? {}
    return { type: type as ItemType, id: Number(id), status: itemStatus, progress_id }
  }
  return {
    ...row,
    status: status as Status,
    outline: parts(outline, ';').map((packed) => {
      const [entry = '', ...items] = packed.split(',')
      return { ...unpackItem(entry), items: entry.startsWith('Module ') ? items.map(unpackItem) : null }
    }),
  }
}

/** The courses of the enrolments `e` for which the condition holds, in one statement. */
const loadWhere = async (tx: Tx, portalId: number, isWanted: RawBuilder<boolean>): Promise<TrackedCourse[]> => {
  const { rows } = await sql<PackedCourse>`
    select e.id as enrollment_id, e.course_id, c.slug, e.status, c.is_sequential, ${packedOutline} as outline,
      ${packedProgress} as progress
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    where e.portal_id = ${portalId} and ${isWanted}`.execute(tx)
  return rows.map(unpackCourse)
}

/**
 * The courses of the enrolments by the ids of these, in one statement whatever their number (LRN-005, LRN-006). Deleted
 * items are left out (BLD-042).
 */
export const loadTrackedCourses = async (
  tx: Tx,
  portalId: number,
  enrollmentIds: readonly number[],
): Promise<Map<number, TrackedCourse>> => {
  if (enrollmentIds.length === 0) return new Map()
  const courses = await loadWhere(tx, portalId, sql`e.id = any(${[...enrollmentIds]}::bigint[])`)
  return new Map(courses.map((course) => [course.enrollment_id, course]))
}

/** The course of one enrolment, or null. */
export const loadTrackedCourse = async (
  tx: Tx,
  portalId: number,
  enrollmentId: number,
): Promise<TrackedCourse | null> => (await loadWhere(tx, portalId, sql`e.id = ${enrollmentId}`))[0] ?? null

/** The enrolment a progress row belongs to, for use inside another statement. */
const enrollmentOfProgress = (portalId: number, progressId: number) =>
  sql<number>`(select enrollment_id from course_user_progress where portal_id = ${portalId} and id = ${progressId})`

/** The course of the enrolment that a progress row belongs to, or null. */
export const loadTrackedCourseOfProgress = async (
  tx: Tx,
  portalId: number,
  progressId: number,
): Promise<TrackedCourse | null> =>
  (await loadWhere(tx, portalId, sql`e.id = ${enrollmentOfProgress(portalId, progressId)}`))[0] ?? null

const LOCKED_COLUMNS = sql.raw(ENROLLMENT_COLUMNS.join(', '))

/** The enrolment that a progress row belongs to, locked until the transaction ends, or null. */
export const lockEnrollmentOfProgress = async (
  tx: Tx,
  portalId: number,
  progressId: number,
  now: Date,
): Promise<Enrollment | null> => {
  const { rows } = await sql<Parameters<typeof withAccess>[0]>`
    select ${LOCKED_COLUMNS} from enrollments
    where enrollments.portal_id = ${portalId} and enrollments.id = ${enrollmentOfProgress(portalId, progressId)}
    for no key update`.execute(tx)
  return rows[0] ? withAccess(rows[0], now) : null
}

export type StatusWrite = Item & {
  /** Merged into the details that are there. */
  details?: Record<string, unknown> | undefined
}

type At = { portal_id: number; enrollment_id: number; now: Date }
type WrittenRow = { id: number; item_type: string; item_id: number }

const statusesUpsert = (
  { portal_id: portalId, enrollment_id: enrollmentId, now }: At,
  writes: readonly StatusWrite[],
) => {
  const columns = {
    types: writes.map(({ type }) => type),
    ids: writes.map(({ id }) => id),
    statuses: writes.map(({ status }) => status),
    details: writes.map(({ details }) => JSON.stringify(details ?? {})),
  }
  return sql<WrittenRow>`
    insert into course_user_progress as p
      (portal_id, enrollment_id, item_type, item_id, status, details, started_at, finished_at, updated_at)
    select ${portalId}, ${enrollmentId}, w.type, w.id, w.status, w.details::jsonb,
      case when w.status <> ${STATUS.not_started} then t.now end, case when w.status in (2, 5) then t.now end, t.now
    from unnest(${columns.types}::text[], ${columns.ids}::bigint[], ${columns.statuses}::smallint[], ${columns.details}::text[])
      as w (type, id, status, details), (select ${now}::timestamptz as now) t
    on conflict (portal_id, enrollment_id, item_type, item_id) do update set
      status = excluded.status,
      details = case when excluded.status = ${STATUS.not_started} then excluded.details else p.details || excluded.details end,
      started_at = case when excluded.status <> ${STATUS.not_started} then coalesce(p.started_at, excluded.started_at) end,
      finished_at = case when excluded.status in (2, 5) then coalesce(p.finished_at, excluded.finished_at) end,
      updated_at = excluded.updated_at
    returning p.id, p.item_type, p.item_id`
}

/**
 * Writes statuses as decided, all in one statement, and answers the ids of the rows. A status of not started empties the
 * row's details and times (a reset). The caller holds the lock of the enrolment.
 */
export const saveStatuses = async (tx: Tx, at: At, writes: readonly StatusWrite[]): Promise<WrittenRow[]> =>
  writes.length === 0 ? [] : (await statusesUpsert(at, writes).execute(tx)).rows

/** As `saveStatuses`, for who need not know the ids: the write travels with the commit. */
export const saveStatusesAtCommit = (tx: Tx, at: At, writes: readonly StatusWrite[]): void => {
  if (writes.length > 0) sendWithCommit(tx, statusesUpsert(at, writes).compile(tx))
}

type ItemOfOwn = Ref & { related_id: number }

/** Keeps the place in an item that its learner has started; false when there is no such progress. */
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

/** The place that was kept in an item of an enrolment, or null. */
export const loadPosition = async (
  tx: Tx,
  portalId: number,
  { related_id: relatedId, type, id }: ItemOfOwn,
): Promise<number | null> => {
  const { rows } = await sql<{ position: number | null }>`
    select (details -> 'position')::int as position from course_user_progress
    where portal_id = ${portalId} and enrollment_id = ${relatedId} and item_type = ${type} and item_id = ${id}`.execute(
    tx,
  )
  return rows[0]?.position ?? null
}

/** The titles of items of any type by `refKey`, in one statement; null where an item has none of its own. */
export const loadTitles = async (
  tx: Tx,
  portalId: number,
  refs: readonly Ref[],
): Promise<Map<string, string | null>> => {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<{ type: ItemType; id: number; title: string | null }>`
    select r.type, r.id, t.title
    from unnest(${refs.map(({ type }) => type)}::text[], ${refs.map(({ id }) => id)}::bigint[]) as r (type, id)
    cross join lateral (
      select title from modules where r.type = 'Module' and portal_id = ${portalId} and id = r.id
      union all
      select title from exams where r.type in ('Exam', 'Survey') and portal_id = ${portalId} and id = r.id
      union all
      select title from assignments where r.type = 'Assignment' and portal_id = ${portalId} and id = r.id
      union all
      select title from scorm_modules where r.type = 'ScormModule' and portal_id = ${portalId} and id = r.id
      union all
      select title from cloud_scorm_modules where r.type = 'CloudScormModule' and portal_id = ${portalId} and id = r.id
      union all
      select title from module_items
        where r.type in ('Text', 'Document', 'Audio', 'Video') and portal_id = ${portalId} and id = r.id
    ) t`.execute(tx)
  return new Map(rows.map((row) => [refKey(row), row.title]))
}
