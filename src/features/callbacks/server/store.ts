import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import { API_VERSION } from '../rules/events.ts'

const COUNTED = 1_000
const countOf = (statuses: readonly string[]) => sql<number>`(
  select count(*)::int from (
    select from callback_deliveries d where d.portal_id = callbacks.portal_id and d.callback_id = callbacks.id
      and d.status in (${sql.join(statuses.map((status) => sql.lit(status)))}) limit ${sql.lit(COUNTED)}) counted)`

const ofPortal = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('callbacks')
    .select([
      ...(['id', 'name', 'url', 'events', 'is_for_all_courses', 'is_active', 'api_version', 'failing_since'] as const),
      ...(['succeeded_at', 'former_secret_until', 'created_at'] as const),
    ])
    .select([
      sql<{ id: number; title: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title) order by c.title, c.id)
        from callback_courses k join courses c on c.portal_id = k.portal_id and c.id = k.course_id
        where k.portal_id = callbacks.portal_id and k.callback_id = callbacks.id), '[]')`.as('courses'),
      countOf(['NOT_STARTED', 'PENDING', 'TEMPORARY_FAILURE']).as('waiting_count'),
      countOf(['FAILED']).as('failed_count'),
    ])
    .where('portal_id', '=', portalId)
    .where('deleted_at', 'is', null)

export type CallbackRow = Awaited<ReturnType<ReturnType<typeof ofPortal>['executeTakeFirstOrThrow']>>

type ListRequest = Pick<PageRequest, 'cursor' | 'per_page' | 'sort'> & { search?: string | undefined }

/** A page of the callbacks of a portal. */
export const pageOfCallbacks = (tx: Tx, portalId: number, { search, ...request }: ListRequest) => {
  let rows = ofPortal(tx, portalId)
  if (search) rows = rows.where(textHolds(['name', 'url'], search))
  return keysetPage(rows, { ...request, keys: [] })
}

export const loadCallback = async (tx: Tx, portalId: number, id: number): Promise<CallbackRow | null> =>
  (await ofPortal(tx, portalId).where('id', '=', id).executeTakeFirst()) ?? null

/** What a change has to know of a callback, locked; facts can be written meanwhile. */
export const lockCallback = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('callbacks')
    .select(['id', 'name', 'url', 'events', 'is_for_all_courses', 'is_active', 'secret'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type CallbackValues = {
  name: string
  url: string
  events: string[]
  is_for_all_courses: boolean
  is_active: boolean
}

export const countCallbacks = async (tx: Tx, portalId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('callbacks', ${portalId}))`.execute(tx)
  const { count } = await tx
    .selectFrom('callbacks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('portal_id', '=', portalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertCallback = async (
  tx: Tx,
  portalId: number,
  values: CallbackValues & { secret: Buffer },
  now: Date,
): Promise<number> => {
  const at = { created_at: now, updated_at: now, certificates_until: now }
  const { id } = await tx
    .insertInto('callbacks')
    .values({ ...values, ...at, portal_id: portalId, api_version: API_VERSION })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const change = (tx: Tx, portalId: number, id: number) =>
  tx.updateTable('callbacks').where('portal_id', '=', portalId).where('id', '=', id)

export const saveCallback = (tx: Tx, portalId: number, id: number, values: CallbackValues, now: Date) =>
  change(tx, portalId, id)
    .set({ ...values, updated_at: now })
    .execute()

/** A new address owes nothing to the failures of the former one. */
export const forgetFailures = (tx: Tx, portalId: number, id: number, now: Date) =>
  change(tx, portalId, id).set({ failures: 0, failing_since: null, told_at: null, next_attempt_at: now }).execute()

/** Certificates that expired while the callback was off are not announced later. */
export const skipExpired = (tx: Tx, portalId: number, id: number, now: Date) =>
  change(tx, portalId, id).set({ certificates_until: now }).execute()

export const saveSecret = (
  tx: Tx,
  portalId: number,
  id: number,
  secrets: { secret: Buffer; former_secret: Buffer | null; former_secret_until: Date | null },
  now: Date,
) =>
  change(tx, portalId, id)
    .set({ ...secrets, updated_at: now })
    .execute()

export const markDeleted = (tx: Tx, portalId: number, id: number, now: Date) =>
  change(tx, portalId, id).set({ is_active: false, deleted_at: now }).execute()

/** Lets every record that the callback knows miss a number: something may have happened that it was not sent. */
export const leaveGap = (tx: Tx, portalId: number, id: number) =>
  tx
    .updateTable('callback_subjects')
    .set({ last_number: sql`last_number + 1` })
    .where('portal_id', '=', portalId)
    .where('callback_id', '=', id)
    .execute()

/** The courses among these that the portal has. */
export const knownCourses = async (tx: Tx, portalId: number, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('courses')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

export const saveCourses = async (tx: Tx, portalId: number, id: number, courseIds: readonly number[]) => {
  await tx.deleteFrom('callback_courses').where('portal_id', '=', portalId).where('callback_id', '=', id).execute()
  if (courseIds.length === 0) return
  await tx
    .insertInto('callback_courses')
    .values(courseIds.map((course_id) => ({ portal_id: portalId, callback_id: id, course_id })))
    .execute()
}

/** The callbacks of a portal from the side of a course. */
export const callbacksOfCourse = (tx: Tx, portalId: number, courseId: number) =>
  tx
    .selectFrom('callbacks as c')
    .leftJoin('callback_courses as k', (on) =>
      on.onRef('k.portal_id', '=', 'c.portal_id').onRef('k.callback_id', '=', 'c.id').on('k.course_id', '=', courseId),
    )
    .select(['c.id', 'c.name', 'c.url', 'c.is_active', 'c.is_for_all_courses'])
    .select(sql<boolean>`c.is_for_all_courses or k.course_id is not null`.as('is_used'))
    .where('c.portal_id', '=', portalId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()

/** Sets which callbacks for chosen courses are called about this one. */
export const saveCourseCallbacks = async (tx: Tx, portalId: number, courseId: number, ids: readonly number[]) => {
  await tx.deleteFrom('callback_courses').where('portal_id', '=', portalId).where('course_id', '=', courseId).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('callback_courses')
    .values(ids.map((callback_id) => ({ portal_id: portalId, callback_id, course_id: courseId })))
    .execute()
}
