import { sql } from 'kysely'
import { loadShownPeople } from '#features/accounts/server/api.ts'
import { type FormerPackage, placesKept } from '#features/scorm/server/api.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import type { AskedItem } from '../rules/ask-again.ts'

type At = { portal_id: number; course_id: number; number: number }

/** SQL: whether the enrollment `e` is at work in an earlier version, so that a move concerns it (VER-008). */
const isMovable = ({ portal_id, course_id, number }: At) => sql<boolean>`(
  e.portal_id = ${portal_id} and e.course_id = ${course_id} and e.version < ${number} and e.role = 'learner'
  and e.completed_at is null and e.ended_at is null)`

/** SQL: the ids of all enrollments that a move concerns. */
export const movableIds = (at: At) => sql`select e.id from enrollments e where ${isMovable(at)}`

/** SQL: how many items of a version count as done for the enrollment `e` (LRN-024). */
const doneIn = (number: number) => sql<number>`(
  select count(*)::int from course_version_items i
  join course_user_progress p on p.portal_id = i.portal_id and p.enrollment_id = e.id
    and p.item_type = i.item_type and p.item_id = i.item_id
  where i.portal_id = e.portal_id and i.course_id = e.course_id and i.version = ${number}
    and (i.module_id is not null or i.item_type <> 'Module')
    and p.status in (${PROGRESS.success}, ${PROGRESS.finished})
)`

/** SQL: the pools of an exam in a version, with what their questions say. */
const poolsIn = (version: ReturnType<typeof sql>) => sql`(
  select jsonb_agg(jsonb_build_array(q.question_pool_id, q.questions_count, q.content_id) order by q.question_pool_id)
  from course_version_pools q
  where q.portal_id = n.portal_id and q.course_id = n.course_id and q.version = ${version} and q.exam_id = n.item_id)`

/**
 * SQL: those of the asked items that say something else in a version than in that of the enrollment `e`, and that its learner
 * has begun or finished (VER-019). `p` is the learner's progress.
 */
const reopening = (number: number, asked: readonly AskedItem[]) => sql`
  from unnest(${asked.map(({ item_type }) => item_type)}::text[], ${asked.map(({ item_id }) => item_id)}::bigint[])
    as a (item_type, item_id)
  join course_version_items n on n.portal_id = e.portal_id and n.course_id = e.course_id and n.version = ${number}
    and n.item_type = a.item_type and n.item_id = a.item_id
  join course_version_items o on o.portal_id = e.portal_id and o.course_id = e.course_id and o.version = e.version
    and o.item_type = a.item_type and o.item_id = a.item_id
  join course_user_progress p on p.portal_id = e.portal_id and p.enrollment_id = e.id
    and p.item_type = a.item_type and p.item_id = a.item_id
  where p.status <> ${PROGRESS.not_started} and (
    o.content_id <> n.content_id
    or n.item_type in ('Exam', 'Survey') and ${poolsIn(sql`o.version`)} is distinct from ${poolsIn(sql`n.version`)})`

/** Learners at work in an earlier version, with what they have done of theirs and would have done of this one. */
export const listMovable = async (
  tx: Tx,
  at: At,
  { asked, ...request }: Omit<PageRequest, 'keys' | 'id'> & { asked: readonly AskedItem[] },
) => {
  const { portal_id, number } = at
  const { data, meta } = await keysetPage(
    tx
      .selectFrom('enrollments as e')
      .innerJoin('course_versions as v', (join) =>
        join
          .onRef('v.portal_id', '=', 'e.portal_id')
          .onRef('v.course_id', '=', 'e.course_id')
          .onRef('v.number', '=', 'e.version'),
      )
      .innerJoin('course_versions as next', (join) =>
        join
          .onRef('next.portal_id', '=', 'e.portal_id')
          .onRef('next.course_id', '=', 'e.course_id')
          .on('next.number', '=', number),
      )
      .select([
        'e.id',
        'e.user_id',
        'v.number as version',
        'e.items_done',
        'v.items_total',
        sql<number>`${doneIn(number)} - (
          select count(*)::int ${reopening(number, asked)} and p.status in (${PROGRESS.success}, ${PROGRESS.finished}))`.as(
          'items_done_after',
        ),
        sql<number>`(select count(*)::int ${reopening(number, asked)})`.as('opens_again'),
        'next.items_total as items_total_after',
      ])
      .where(isMovable(at)),
    { ...request, keys: [], id: 'e.id' },
  )
  const people = await loadShownPeople(
    tx,
    portal_id,
    data.map(({ user_id }) => user_id),
  )
  return {
    data: data.flatMap(({ user_id, ...row }) => {
      const learner = people.get(user_id)
      return learner ? [{ ...row, learner }] : []
    }),
    meta,
  }
}

/**
 * Locks the enrollments of learners at work in earlier versions, all or those named, and answers their ids. What their
 * learners do at the same moment is finished then, and the statements that follow see it.
 */
export const lockMovable = async (tx: Tx, at: At, relatedIds: readonly number[] | null): Promise<number[]> => {
  let query = tx.selectFrom('enrollments as e').select('e.id').where(isMovable(at))
  if (relatedIds) query = query.where('e.id', '=', sql<number>`any(${[...relatedIds]}::bigint[])`)
  const rows = await query.orderBy('e.id').forNoKeyUpdate().execute()
  return rows.map(({ id }) => id)
}

/** What is to be opened again for learners whose enrollments the caller has locked, before they are moved. */
export const loadReopened = async (
  tx: Tx,
  { portal_id, number }: At,
  relatedIds: readonly number[],
  asked: readonly AskedItem[],
): Promise<(AskedItem & { related_id: number })[]> => {
  const { rows } = await sql<AskedItem & { related_id: number }>`
    select e.id as related_id, r.item_type, r.item_id
    from enrollments e
    cross join lateral (select a.item_type, a.item_id ${reopening(number, asked)}) r
    where e.portal_id = ${portal_id} and e.id = any(${[...relatedIds]}::bigint[])
    order by e.id, r.item_type, r.item_id`.execute(tx)
  return rows
}

/** Moves learners whose enrollments the caller has locked. */
export const updateVersionOf = async (
  tx: Tx,
  { portal_id, number }: At,
  relatedIds: readonly number[],
): Promise<void> => {
  await sql`
    update enrollments e set version = ${number}, items_done = ${doneIn(number)}
    where e.portal_id = ${portal_id} and e.id = any(${[...relatedIds]}::bigint[])`.execute(tx)
}

/** A learner's enrollment with what moving it to a version would make of it. */
export type MoveFacts = {
  id: number
  user_id: number
  course_id: number
  /** Null for learners who have not begun. */
  version: number | null
  is_ended: boolean
  is_completed: boolean
  is_member: boolean
  items_done: number
  items_total: number
  items_done_after: number
  items_total_after: number
  /** Items that they began or finished and would do again. */
  opens_again: number
  /** Packages in which they would keep their place. */
  places_kept: number
}

/** What a move to a version would make of these enrollments of learners of its course (BLK-029), in one statement. */
export const loadMoveFacts = async (
  tx: Tx,
  at: At,
  ids: readonly number[],
  { ask_again, keep_places }: { ask_again: readonly AskedItem[]; keep_places: readonly FormerPackage[] },
): Promise<Map<number, MoveFacts>> => {
  const { portal_id, course_id, number } = at
  const { rows } = await sql<MoveFacts>`
    select e.id, e.user_id, e.course_id, e.version, e.ended_at is not null as is_ended,
      e.completed_at is not null as is_completed, m.left_at is null as is_member, e.items_done,
      coalesce(v.items_total, next.items_total) as items_total, next.items_total as items_total_after,
      ${doneIn(number)} - (
        select count(*)::int ${reopening(number, ask_again)} and p.status in (${PROGRESS.success}, ${PROGRESS.finished})
      ) as items_done_after,
      (select count(*)::int ${reopening(number, ask_again)}) as opens_again,
      ${placesKept(at, keep_places)} as places_kept
    from enrollments e
    join portal_users m on m.portal_id = e.portal_id and m.user_id = e.user_id
    join course_versions next on next.portal_id = e.portal_id and next.course_id = e.course_id and next.number = ${number}
    left join course_versions v on v.portal_id = e.portal_id and v.course_id = e.course_id and v.number = e.version
    where e.portal_id = ${portal_id} and e.course_id = ${course_id} and e.role = 'learner'
      and e.id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first learners at work in earlier versions, as many as a bulk change has rows. */
export const firstMovable = async (tx: Tx, at: At, limit: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('enrollments as e')
    .select('e.id')
    .where(isMovable(at))
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

type Place = { version: number; items_done: number; status: number }

/** Where an enrollment that has begun is in its course. */
export const loadPlace = async (tx: Tx, portalId: number, id: number): Promise<Place> => {
  const { version, ...place } = await tx
    .selectFrom('enrollments')
    .select(['version', 'items_done', 'status'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (version === null) throw new TypeError('An enrollment that has not begun is not moved')
  return { version, ...place }
}

export const savePlace = async (tx: Tx, portalId: number, id: number, { version, items_done, status }: Place) => {
  await tx
    .updateTable('enrollments')
    .set({ version, items_done, status })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

/** How moved learners stand now. */
export type MovedFacts = Pick<
  MoveFacts,
  'id' | 'version' | 'is_ended' | 'is_completed' | 'items_done' | 'items_total'
> & {
  /** Changes with everything that is done in the course, by the learner or by those who grade. */
  work: string
}

/** How the learners of these enrollments stand, by id of the enrollment. No id is in `work`, so that it goes along with a portal. */
export const loadMovedFacts = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, MovedFacts>> => {
  const { rows } = await sql<MovedFacts>`
    select e.id, e.version, e.ended_at is not null as is_ended, e.completed_at is not null as is_completed, e.items_done,
      coalesce(v.items_total, 0) as items_total,
      md5(concat_ws('|', e.status, e.items_done, e.last_opened_at,
        (select string_agg(concat_ws(':', p.item_type, p.status, p.updated_at), ',' order by p.id) from course_user_progress p
          where p.portal_id = e.portal_id and p.enrollment_id = e.id),
        (select string_agg(concat_ws(':', a.number, a.status, a.finished_at, a.reset_at, (
            select count(*) from exam_answers w where w.portal_id = a.portal_id and w.attempt_id = a.id)), ',' order by a.id)
          from exam_attempts a where a.portal_id = e.portal_id and a.enrollment_id = e.id),
        (select string_agg(concat_ws(':', s.last_launch, s.seq, s.updated_at), ',' order by s.id) from scorm_attempts s
          where s.portal_id = e.portal_id and s.enrollment_id = e.id),
        (select string_agg(concat_ws(':', r.number, r.graded_at), ',' order by r.id) from assignment_responses r
          where r.portal_id = e.portal_id and r.enrollment_id = e.id),
        (select max(d.updated_at) from assignment_drafts d where d.portal_id = e.portal_id and d.enrollment_id = e.id)
      )) as work
    from enrollments e
    left join course_versions v on v.portal_id = e.portal_id and v.course_id = e.course_id and v.number = e.version
    where e.portal_id = ${portalId}::bigint and e.id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
