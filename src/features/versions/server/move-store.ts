import { sql } from 'kysely'
import { loadShownPeople } from '#features/accounts/server/api.ts'
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
