import { sql } from 'kysely'
import { type CourseRow, SOURCE_COLUMNS, type SourceColumn } from '#features/courses/server/api.ts'
import { PUBLISHING } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'

type At = { portal_id: number; course_id: number }

/** What a course says of itself, as it was released. */
export type ReleaseFields = Record<SourceColumn, string | number | boolean | null>
export type Release = { number: number; version: number; fields: ReleaseFields; created_at: Date }

export const fieldsOf = (course: CourseRow): ReleaseFields =>
  Object.fromEntries(SOURCE_COLUMNS.map((name) => [name, course[name]])) as ReleaseFields

const releases = (tx: Tx, { portal_id, course_id }: At) =>
  tx
    .selectFrom('course_releases')
    .select(['number', 'version', 'fields', 'created_at'])
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)

export const loadRelease = async (tx: Tx, at: At, number: number): Promise<Release | null> =>
  ((await releases(tx, at).where('number', '=', number).executeTakeFirst()) as Release | undefined) ?? null

export const loadNewestRelease = async (tx: Tx, at: At): Promise<Release | null> =>
  ((await releases(tx, at).orderBy('number', 'desc').limit(1).executeTakeFirst()) as Release | undefined) ?? null

export const insertRelease = async (
  tx: Tx,
  { portal_id, course_id }: At,
  { fields, ...release }: Release & { created_by: number },
): Promise<void> => {
  await tx
    .insertInto('course_releases')
    .values({ portal_id, course_id, ...release, fields: JSON.stringify(fields) })
    .execute()
}

export type JobRow = {
  id: number
  portal_id: number
  course_id: number
  kind: string
  release: number
  created_at: Date
  created_by: number
}

const JOB_COLUMNS = ['id', 'portal_id', 'course_id', 'kind', 'release', 'created_at', 'created_by'] as const

export const insertJob = (
  tx: Tx,
  values: At & { kind: 'share' | 'update'; release: number; created_at: Date; created_by: number },
): Promise<JobRow> => tx.insertInto('publishing_jobs').values(values).returning(JOB_COLUMNS).executeTakeFirstOrThrow()

export const findJob = async (tx: Tx, portalId: number, id: number): Promise<JobRow | null> =>
  (await tx
    .selectFrom('publishing_jobs')
    .select(JOB_COLUMNS)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null

export const findNewestJob = async (tx: Tx, { portal_id, course_id }: At): Promise<JobRow | null> =>
  (await tx
    .selectFrom('publishing_jobs')
    .select(JOB_COLUMNS)
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** How many portals of a job are in each state; one with which sharing has ended waits for nothing. */
export const countStates = async (tx: Tx, portalId: number, jobId: number) => {
  const { rows } = await sql<{ queued: number; processing: number; published: number; failed: number }>`
    select count(*) filter (where state = ${PUBLISHING.queued})::int as queued, 
      count(*) filter (where state = ${PUBLISHING.processing})::int as processing,
      count(*) filter (where state = ${PUBLISHING.published})::int as published,
      count(*) filter (where state = ${PUBLISHING.failed})::int as failed
    from course_shares where portal_id = ${portalId} and job_id = ${jobId} and revoked_at is null`.execute(tx)
  return rows[0] ?? { queued: 0, processing: 0, published: 0, failed: 0 }
}

/** Shares a course with portals by a job; one that was revoked before is shared again. */
export const putShares = async (
  tx: Tx,
  { portal_id, course_id }: At,
  { job_id, to, now }: { job_id: number; to: readonly number[]; now: Date },
): Promise<void> => {
  await sql`
    insert into course_shares (portal_id, course_id, to_portal_id, job_id, created_at, updated_at)
    select ${portal_id}, ${course_id}, t.id, ${job_id}, ${now}, ${now} from unnest(${[...to]}::bigint[]) t (id) order by t.id
    on conflict (portal_id, course_id, to_portal_id) do update
      set job_id = excluded.job_id, state = ${PUBLISHING.queued}, error = null, revoked_at = null, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** Gives all portals that have a course to a new job, and answers how many there are. */
export const queueShares = async (
  tx: Tx,
  { portal_id, course_id }: At,
  { job_id, now }: { job_id: number; now: Date },
): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('course_shares')
    .set({ job_id, state: PUBLISHING.queued, error: null, updated_at: now })
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const hasShares = async (tx: Tx, { portal_id, course_id }: At): Promise<boolean> =>
  (await tx
    .selectFrom('course_shares')
    .select('id')
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Puts portals in which a job failed back into its queue, all or those named; answers how many. */
export const requeueFailed = async (
  tx: Tx,
  job: JobRow,
  portalIds: readonly number[] | null,
  now: Date,
): Promise<number> => {
  let query = tx
    .updateTable('course_shares')
    .set({ state: PUBLISHING.queued, error: null, updated_at: now })
    .where('portal_id', '=', job.portal_id)
    .where('job_id', '=', job.id)
    .where('state', '=', PUBLISHING.failed)
    .where('revoked_at', 'is', null)
  if (portalIds) query = query.where('to_portal_id', 'in', [...portalIds])
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

export type ShareRow = {
  id: number
  portal_id: number
  course_id: number
  to_portal_id: number
  job_id: number
  state: number
  /** The release that the other portal has taken, 0 before the first. */
  taken: number
  revoked_at: Date | null
}

const SHARE_COLUMNS = [
  'id',
  'portal_id',
  'course_id',
  'to_portal_id',
  'job_id',
  'state',
  'taken',
  'revoked_at',
] as const

/** The next portal of a job, which is being processed from now on; one that a dead process left comes again. */
export const takeNextShare = async (tx: Tx, job: JobRow, now: Date): Promise<ShareRow | null> =>
  (await tx
    .updateTable('course_shares')
    .set({ state: PUBLISHING.processing, updated_at: now })
    .where('portal_id', '=', job.portal_id)
    .where(
      'id',
      '=',
      tx
        .selectFrom('course_shares')
        .select('id')
        .where('portal_id', '=', job.portal_id)
        .where('job_id', '=', job.id)
        .where('state', 'in', [PUBLISHING.queued, PUBLISHING.processing])
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .limit(1)
        .forUpdate(),
    )
    .returning(SHARE_COLUMNS)
    .executeTakeFirst()) ?? null

/** The share of a course with a portal, locked: every decision about it, on either side, starts here. */
export const lockShare = async (tx: Tx, { portal_id, course_id }: At, to: number): Promise<ShareRow | null> =>
  (await tx
    .selectFrom('course_shares')
    .select(SHARE_COLUMNS)
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .where('to_portal_id', '=', to)
    .forUpdate()
    .executeTakeFirst()) ?? null

export const updateShare = async (
  tx: Tx,
  { portal_id, id }: Pick<ShareRow, 'portal_id' | 'id'>,
  values: { state?: number; error?: string | null; taken?: number; declined?: number; updated_at: Date },
): Promise<void> => {
  await tx.updateTable('course_shares').set(values).where('portal_id', '=', portal_id).where('id', '=', id).execute()
}

/** Marks all that is left of a job as failed, when the job is given up. */
export const failRest = async (tx: Tx, job: JobRow, error: string, now: Date): Promise<void> => {
  await tx
    .updateTable('course_shares')
    .set({ state: PUBLISHING.failed, error, updated_at: now })
    .where('portal_id', '=', job.portal_id)
    .where('job_id', '=', job.id)
    .where('state', 'in', [PUBLISHING.queued, PUBLISHING.processing])
    .execute()
}

/** Stops sharing a course with these portals, and answers those with which it was shared. */
export const revokeRows = async (
  tx: Tx,
  { portal_id, course_id }: At,
  to: readonly number[],
  now: Date,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom('course_shares')
    .select(['id', 'to_portal_id'])
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .where('to_portal_id', 'in', [...to])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('course_shares')
    .set({ revoked_at: now, updated_at: now })
    .where('portal_id', '=', portal_id)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => row.to_portal_id)
}

type ListRequest = {
  cursor?: string | undefined
  per_page: number
  sort: string
  search?: string | undefined
  state?: number | undefined
}

/** Shares of a portal, of one course or of all. */
export const listShareRows = async (
  tx: Tx,
  { portal_id, course_id }: { portal_id: number; course_id?: number },
  { search, state, ...request }: ListRequest,
) => {
  let query = tx
    .selectFrom('course_shares as s')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 's.portal_id').onRef('c.id', '=', 's.course_id'),
    )
    .innerJoin('portals as p', 'p.id', 's.to_portal_id')
    .select([
      's.id',
      's.course_id',
      'c.slug',
      'c.title',
      's.to_portal_id',
      'p.name as portal_name',
      'p.slug as portal_slug',
      's.job_id',
      's.state',
      's.error',
      's.taken',
      's.declined',
      's.revoked_at',
      's.updated_at',
      sql<number>`(select max(r.number) from course_releases r
        where r.portal_id = s.portal_id and r.course_id = s.course_id)`.as('newest'),
    ])
    .where('s.portal_id', '=', portal_id)
  if (course_id !== undefined) query = query.where('s.course_id', '=', course_id)
  // Where sharing has ended, the state of the last job says nothing any more.
  if (state !== undefined) query = query.where('s.state', '=', state).where('s.revoked_at', 'is', null)
  if (search) query = query.where(textHolds(course_id === undefined ? ['c.title', 'p.name'] : 'p.name', search))
  return keysetPage(query, { ...request, keys: [], id: 's.id' })
}

/** Running portals by name, except this one, and whether they have the course. */
export const listPortalsToShare = async (
  tx: Tx,
  { portal_id, course_id }: At,
  { search, ...request }: Omit<ListRequest, 'state'>,
) => {
  let query = tx
    .selectFrom('portals as p')
    .leftJoin('course_shares as s', (join) =>
      join
        .onRef('s.to_portal_id', '=', 'p.id')
        .on('s.portal_id', '=', portal_id)
        .on('s.course_id', '=', course_id)
        .on('s.revoked_at', 'is', null),
    )
    .select(['p.id', 'p.name', 'p.slug', sql<boolean>`s.id is not null`.as('is_shared')])
    .where('p.id', '!=', portal_id)
    .where('p.status', '=', 'active')
  if (search) query = query.where(textHolds('p.name', search))
  return keysetPage(query, {
    ...request,
    keys: [{ name: 'name', type: 'text', expression: 'p.name collate "C"' }],
    id: 'p.id',
  })
}

/** Which of these portals exist and run. */
export const findRunningPortals = async (tx: Tx, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('portals')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
