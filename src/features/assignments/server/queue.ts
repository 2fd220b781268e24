import { sql } from 'kysely'
import { assignedLearner, displayPerson, searchPeople, teacherOf } from '#features/accounts/server/api.ts'
import { reachCourse } from '#features/courses/server/api.ts'
import { isInDraft, isInSeenVersion, USED_VERSIONS } from '#features/outline/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { listAssignmentResponses, RESPONSE_STATES } from '../contract.ts'

const STATES = { 2: 'passed', 3: 'failed' } as const
const stateOf = (result: number | null): (typeof RESPONSE_STATES)[number] =>
  result === null ? 'waiting' : STATES[result as 2 | 3]

/** The latest responses to the assignments of a course by learners within reach (ROL-027, ROL-037). */
const latestOf = (tx: Tx, ctx: SignedIn, courseId: number) => {
  const rows = tx
    .selectFrom('assignment_responses as r')
    .innerJoin('assignments as a', (join) =>
      join.onRef('a.portal_id', '=', 'r.portal_id').onRef('a.id', '=', 'r.assignment_id'),
    )
    .innerJoin('enrollments as e', (join) =>
      join.onRef('e.portal_id', '=', 'r.portal_id').onRef('e.id', '=', 'r.enrollment_id'),
    )
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'e.portal_id').onRef('u.id', '=', 'e.user_id'))
    .where('r.portal_id', '=', ctx.portal.id)
    .where('a.course_id', '=', courseId)
    .where('e.ended_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assignment_responses as newer')
            .select('newer.id')
            .whereRef('newer.portal_id', '=', 'r.portal_id')
            .whereRef('newer.enrollment_id', '=', 'r.enrollment_id')
            .whereRef('newer.assignment_id', '=', 'r.assignment_id')
            .whereRef('newer.number', '>', 'r.number'),
        ),
      ),
    )
  if (ctx.scope === 'any') return rows
  return rows.where(assignedLearner(teacherOf(ctx)))
}

/**
 * A response that can be graded: an assignment that is no longer in the learner's course, because they were moved, has no
 * grade to give (VER-015).
 */
const IS_WAITING = sql<boolean>`r.result is null and ${isInSeenVersion({ type: 'Assignment', id: 'a.id' })}`

type Query = Input<typeof listAssignmentResponses>['query']

/** The responses of a course, the oldest first unless asked otherwise (ASG-024). */
export const listResponses = async (tx: Tx, ctx: SignedIn, slug: string, query: Query) => {
  const course = await reachCourse(tx, ctx, { slug })
  let rows = latestOf(tx, ctx, course.id).select([
    'r.id',
    'r.enrollment_id as related_id',
    'r.number',
    'r.result',
    'r.score',
    'r.created_at',
    'r.graded_at',
    'a.id as assignment_id',
    'a.title',
    'u.id as user_id',
    'u.first_name',
    'u.middle_name',
    'u.last_name',
    'u.username',
    'u.email',
    'u.avatar',
    'u.avatar_changed_at',
    isInDraft({ portal: 'a.portal_id', type: 'Assignment', id: 'a.id' }).as('is_in_draft'),
    isInSeenVersion({ type: 'Assignment', id: 'a.id' }).as('is_in_course'),
    sql<number>`(select count(*)::int from assignment_files f where f.portal_id = r.portal_id and f.response_id = r.id)`.as(
      'files_count',
    ),
  ])
  if (query.state === 'waiting') rows = rows.where(IS_WAITING)
  else if (query.state) rows = rows.where('r.result', '=', query.state === 'passed' ? 2 : 3)
  if (query.assignment_id) rows = rows.where('a.id', '=', query.assignment_id)
  if (query.search) rows = rows.where(await searchPeople(tx, query.search))
  const direction = query.sort === 'created_at' ? 'asc' : 'desc'
  // Ids rise with time.
  const { data, meta } = await keysetPage(rows, { ...query, keys: [], direction, id: 'r.id' })
  return {
    data: data.map((row) => ({
      id: row.id,
      related_id: row.related_id,
      assignment: { id: row.assignment_id, title: row.title, is_in_draft: row.is_in_draft },
      learner: displayPerson({ ...row, id: row.user_id }),
      number: row.number,
      state: row.result === null && !row.is_in_course ? ('withdrawn' as const) : stateOf(row.result),
      score: row.score,
      files_count: row.files_count,
      created_at: row.created_at,
      graded_at: row.graded_at,
    })),
    meta,
  }
}

/**
 * The assignments of a course that learners work in or have responded to, each with how many responses wait: those of the
 * draft in its order, then those that are in published versions alone (VER-015).
 */
export const listAssignments = async (tx: Tx, ctx: SignedIn, slug: string) => {
  const course = await reachCourse(tx, ctx, { slug })
  const tasks = await tx
    .selectFrom('assignments as a')
    .innerJoin('courses as c', (join) =>
      join.onRef('c.portal_id', '=', 'a.portal_id').onRef('c.id', '=', 'a.course_id'),
    )
    .innerJoin('outline_items as o', (join) =>
      join
        .onRef('o.portal_id', '=', 'a.portal_id')
        .onRef('o.itemable_id', '=', 'a.id')
        .on('o.itemable_type', '=', 'Assignment'),
    )
    .select(['a.id', 'a.title', 'a.score', sql<boolean>`o.deleted_at is null`.as('is_in_draft')])
    .where('a.portal_id', '=', ctx.portal.id)
    .where('a.course_id', '=', course.id)
    .where(
      sql<boolean>`(
        o.deleted_at is null
        or exists (
          select from course_version_items i
          where i.portal_id = a.portal_id and i.course_id = a.course_id and i.item_type = 'Assignment' and i.item_id = a.id
            and i.version in ${sql.raw(USED_VERSIONS)})
        or exists (select from assignment_responses r where r.portal_id = a.portal_id and r.assignment_id = a.id))`,
    )
    .orderBy(sql`o.deleted_at is not null`)
    .orderBy('o.sort_number')
    .orderBy('o.id')
    .execute()
  const counts = await latestOf(tx, ctx, course.id)
    .select(['a.id', sql<number>`count(*)::int`.as('count')])
    .where(IS_WAITING)
    .groupBy('a.id')
    .execute()
  const waiting = new Map(counts.map((row) => [row.id, row.count]))
  return {
    data: tasks.map((task) => ({ ...task, waiting_count: waiting.get(task.id) ?? 0 })),
    course: { slug: course.slug, title: course.title },
  }
}
