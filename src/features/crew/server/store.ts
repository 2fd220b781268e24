import { sql } from 'kysely'
import { assignedLearner, taughtCourses, teacherOf } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { Proof } from '../rules/queue.ts'
import type { EntryKind } from '../rules/record.ts'

type Reach = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/** Of the session `s`: how many checked in, of those within reach (ROL-027). */
const arrivedIn = ({ portal, viewer, scope }: Reach) => {
  const isReached =
    scope === 'own'
      ? sql`join enrollments learner on learner.portal_id = e.portal_id and learner.id = e.enrollment_id
          and ${assignedLearner(teacherOf({ portal, viewer }), 'learner')}`
      : sql``
  return sql<number>`(
    select count(*)::int from (
      select distinct on (e.enrollment_id) e.is_so from crew_entries e ${isReached}
      where e.portal_id = s.portal_id and e.session_id = s.id and e.kind = 'arrived'
      order by e.enrollment_id, e.id desc
    ) newest where newest.is_so
  )`
}

const sessions = (tx: Tx, reach: Reach) => {
  const { portal, viewer, scope } = reach
  const query = tx
    .selectFrom('crew_sessions as s')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 's.portal_id').onRef('c.id', '=', 's.course_id'),
    )
    .select([
      's.id',
      's.title',
      's.place',
      's.tasks',
      's.course_id',
      's.opened_at',
      's.opened_by',
      's.closed_at',
      's.closed_by',
      'c.title as course_title',
      'c.slug as course_slug',
    ])
    .select(arrivedIn(reach).as('arrived'))
    .where('s.portal_id', '=', portal.id)
  return scope === 'own' ? query.where('s.course_id', 'in', taughtCourses(teacherOf({ portal, viewer }))) : query
}

export type SessionRow = Awaited<ReturnType<typeof loadSessions>>['data'][number]

/** A page of the sessions of courses within reach; instructors have those of the courses that they teach (CRW-001). */
export const loadSessions = (
  tx: Tx,
  ctx: Reach,
  { cursor, per_page, sort }: { cursor?: string | undefined; per_page: number; sort: string },
) => keysetPage(sessions(tx, ctx), { cursor, per_page, sort, keys: [], id: 's.id' })

/** A session within reach, or null. */
export const loadSession = async (tx: Tx, ctx: Reach, id: number): Promise<SessionRow | null> =>
  (await sessions(tx, ctx).where('s.id', '=', id).executeTakeFirst()) ?? null

/** Makes everything that is recorded in a session wait for each other. */
export const lockSession = async (tx: Tx, portalId: number, id: number): Promise<void> => {
  await tx
    .selectFrom('crew_sessions')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

type NewSession = { portal_id: number; course_id: number; title: string; place: string; tasks: string[] }

export const insertSession = async (
  tx: Tx,
  session: NewSession & { opened_by: number; opened_at: Date },
): Promise<number> => {
  const { id } = await tx.insertInto('crew_sessions').values(session).returning('id').executeTakeFirstOrThrow()
  return id
}

export const closeSession = async (
  tx: Tx,
  portalId: number,
  id: number,
  closing: { closed_by: number; closed_at: Date },
): Promise<void> => {
  await tx.updateTable('crew_sessions').set(closing).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** Everything that was recorded in a session, in the order in which it was. */
export const loadEntries = async (tx: Tx, portalId: number, sessionId: number) => {
  const rows = await tx
    .selectFrom('crew_entries')
    .select([
      'entry_id',
      'enrollment_id',
      'kind',
      'task',
      'is_so',
      'proof',
      'typed_name',
      'signature',
      'reason',
      'at',
      'recorded_at',
      'recorded_by',
    ])
    .where('portal_id', '=', portalId)
    .where('session_id', '=', sessionId)
    .orderBy('id')
    .execute()
  return rows.map(({ enrollment_id, kind, proof, ...row }) => ({
    ...row,
    related_id: enrollment_id,
    kind: kind as EntryKind,
    proof: proof as Proof | null,
  }))
}

export type StoredEntry = Awaited<ReturnType<typeof loadEntries>>[number]
export const insertEntry = async (
  tx: Tx,
  at: { portal_id: number; session_id: number },
  { related_id, ...entry }: StoredEntry,
): Promise<void> => {
  await tx
    .insertInto('crew_entries')
    .values({ ...at, ...entry, enrollment_id: related_id })
    .execute()
}

/** Enrollments within reach: instructors have the learners assigned to them (ROL-027). */
const withinReach = (tx: Tx, { portal, viewer, scope }: Reach) => {
  const query = tx
    .selectFrom('enrollments as e')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'e.portal_id').onRef('u.id', '=', 'e.user_id'))
    .select(['e.id as related_id', 'e.user_id'])
    .where('e.portal_id', '=', portal.id)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('e.id')
  return scope === 'own' ? query.where(assignedLearner(teacherOf({ portal, viewer }))) : query
}

/** The present learners of a course within reach, by name. */
export const loadLearners = (tx: Tx, reach: Reach, courseId: number) =>
  withinReach(tx, reach)
    .where('e.course_id', '=', courseId)
    .where('e.role', '=', 'learner')
    .where('e.ended_at', 'is', null)
    .execute()

/** Whose enrollments these are, of those within reach; those that ended too. */
export const loadOwners = async (tx: Tx, reach: Reach, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : await withinReach(tx, reach)
        .where('e.id', 'in', [...ids])
        .execute()

/** The published courses in which the viewer may open a session. */
export const loadCourses = async (tx: Tx, { portal, viewer, scope }: Reach) => {
  const query = tx
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('portal_id', '=', portal.id)
    .where('publication_status', '=', PUBLICATION.published)
    .orderBy('title')
    .orderBy('id')
    .limit(1000)
  return (scope === 'own' ? query.where('id', 'in', taughtCourses(teacherOf({ portal, viewer }))) : query).execute()
}
