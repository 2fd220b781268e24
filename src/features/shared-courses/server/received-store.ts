import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import type { SharedState } from '../rules/offers.ts'

export type ReceivedRow = {
  portal_id: number
  course_id: number
  source_portal_id: number
  source_course_id: number
  offered: number
  taken: number
  declined: number
  takes_updates: boolean
  received_at: Date
  decided_at: Date | null
}

const COLUMNS = [
  'portal_id',
  'course_id',
  'source_portal_id',
  'source_course_id',
  'offered',
  'taken',
  'declined',
  'takes_updates',
  'received_at',
  'decided_at',
] as const

export const loadReceived = async (tx: Tx, portalId: number, courseId: number): Promise<ReceivedRow | null> =>
  (await tx
    .selectFrom('received_courses')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()) ?? null

/** What a portal has of a course of another one. */
export const loadReceivedOf = async (
  tx: Tx,
  portalId: number,
  source: { portal_id: number; course_id: number },
): Promise<ReceivedRow | null> =>
  (await tx
    .selectFrom('received_courses')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('source_portal_id', '=', source.portal_id)
    .where('source_course_id', '=', source.course_id)
    .executeTakeFirst()) ?? null

export const insertReceived = async (
  tx: Tx,
  values: Omit<ReceivedRow, 'taken' | 'declined' | 'takes_updates' | 'decided_at'>,
): Promise<void> => {
  await tx.insertInto('received_courses').values(values).execute()
}

export const updateReceived = async (
  tx: Tx,
  { portal_id, course_id }: Pick<ReceivedRow, 'portal_id' | 'course_id'>,
  values: Partial<Pick<ReceivedRow, 'offered' | 'taken' | 'declined' | 'takes_updates' | 'decided_at'>> & {
    decided_by?: number
  },
): Promise<void> => {
  await tx
    .updateTable('received_courses')
    .set(values)
    .where('portal_id', '=', portal_id)
    .where('course_id', '=', course_id)
    .execute()
}

const STATE = sql<SharedState>`case when c.source_revoked_at is not null then 'revoked' when r.offered <= r.taken then 'current'
  when r.declined >= r.offered then 'declined' else 'update' end`

const shown = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('received_courses as r')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'r.portal_id').onRef('c.id', '=', 'r.course_id'),
    )
    .innerJoin('portals as p', 'p.id', 'r.source_portal_id')
    .select([
      'c.id',
      'c.slug',
      'c.title',
      'c.thumbnail',
      'c.publication_status',
      'c.source_revoked_at as revoked_at',
      'p.id as source_id',
      'p.name as source_name',
      'r.offered',
      'r.taken',
      'r.takes_updates',
      'r.received_at',
      STATE.as('state'),
    ])
    .where('r.portal_id', '=', portalId)

export type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export const loadShown = (tx: Tx, portalId: number, courseId: number): Promise<ShownRow> =>
  shown(tx, portalId).where('r.course_id', '=', courseId).executeTakeFirstOrThrow()

/** What other portals share with a portal, newest first. */
export const listReceivedRows = async (
  tx: Tx,
  portalId: number,
  {
    search,
    state,
    ...request
  }: {
    cursor?: string | undefined
    per_page: number
    sort: string
    search?: string | undefined
    state?: SharedState | undefined
  },
) => {
  let query = shown(tx, portalId)
  if (state) query = query.where(STATE, '=', state)
  if (search) query = query.where(textHolds(['c.title', 'p.name'], search))
  return keysetPage(query, { ...request, keys: [], id: 'c.id' })
}

/** Learners at work in a version of the course, whom an update does not move. */
export const countAtWork = async (tx: Tx, portalId: number, courseId: number): Promise<number> => {
  const row = await tx
    .selectFrom('enrollments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('role', '=', 'learner')
    .where('version', 'is not', null)
    .where('completed_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
