import { sql } from 'kysely'
import { lockEnrollments } from '#features/enrollments/server/api.ts'
import {
  courseProgress,
  type KeptStanding,
  keepingStanding,
  loadTrackedCourses,
  restoreStanding,
  STATUS,
  type Status,
  track,
} from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { gradeOf } from '../rules/attempts.ts'
import { writeGrade } from './actions/grade.ts'
import { findTask, type ResponseServices } from './own-assignment.ts'

/** A grade as it is stored, its time as PostgreSQL writes it; null for a response that waits. */
export type StoredGrade = {
  score: number
  result: 2 | 3
  comment: string | null
  graded_at: string
  grader: { user_id: number }
} | null

type Stored = {
  id: number
  enrollment_id: number
  user_id: number
  course_id: number
  course: string
  assignment_id: number
  number: number
  latest: number
  grade: StoredGrade
  is_ended: boolean
  is_completed: boolean
  is_member: boolean
}

/** A response with what grading it depends on. */
export type GradingFacts = Stored & {
  /** Enough to pass in the version that the learner is in; null where that does not have the assignment (VER-015). */
  threshold: number | null
  is_own: boolean
  /** What a pass would do to the course; rules of the trade may hold it (TRD-012). */
  completes: 'no' | 'yes' | 'held'
}

/** SQL: what is stored of responses `r` of learners `e`. */
const STORED = sql`
  r.id, r.enrollment_id, r.assignment_id, r.number, e.user_id, e.course_id, c.title as course,
  (select max(l.number) from assignment_responses l where l.portal_id = r.portal_id and l.enrollment_id = r.enrollment_id
    and l.assignment_id = r.assignment_id) as latest,
  case when r.graded_at is not null then jsonb_build_object('score', r.score, 'result', r.result, 'comment', r.comment,
    'graded_at', r.graded_at, 'grader', jsonb_build_object('user_id', r.graded_by)) end as grade,
  e.ended_at is not null as is_ended, e.completed_at is not null as is_completed, m.left_at is null as is_member`

const FROM = sql`
  from assignment_responses r
  join enrollments e on e.portal_id = r.portal_id and e.id = r.enrollment_id
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  join portal_users m on m.portal_id = e.portal_id and m.user_id = e.user_id`

/** How far each course would be after a pass of one more assignment; the next one finds those before it passed. */
const passing = (courses: Awaited<ReturnType<typeof loadTrackedCourses>>) => {
  const after = new Map(courses)
  return ({ enrollment_id: related, assignment_id: id }: Stored, status: Status): GradingFacts['completes'] => {
    const course = after.get(related)
    if (!course || course.status === STATUS.finished) return 'no'
    const outline = course.outline.map((item) =>
      item.type === 'Assignment' && item.id === id ? { ...item, status } : item,
    )
    after.set(related, { ...course, outline })
    if (!courseProgress({ ...course, outline }).can_finish) return 'no'
    return course.has_rules ? 'held' : 'yes'
  }
}

/**
 * The responses with these ids that belong to learners, by id, with what grading all of them with one score would depend on and
 * come to; in a fixed number of statements.
 */
export const loadGradingFacts = async (
  tx: Tx,
  ctx: SignedIn,
  ids: readonly number[],
  score: number,
): Promise<Map<number, GradingFacts>> => {
  const { rows } = await sql<Stored & { threshold: number | null }>`
    select ${STORED}, (i.content ->> 'score')::int as threshold
    ${FROM}
    left join course_items i on i.portal_id = e.portal_id and i.course_id = e.course_id
      and i.version = coalesce(e.version, c.newest_version) and i.item_type = 'Assignment' and i.item_id = r.assignment_id
    where r.portal_id = ${ctx.portal.id}::bigint and e.role = 'learner' and r.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const courses = await loadTrackedCourses(tx, ctx.portal.id, [...new Set(rows.map((row) => row.enrollment_id))])
  const pass = passing(courses)
  return new Map(
    ids.flatMap((id) => {
      const row = byId.get(id)
      if (!row) return []
      const outline = courses.get(row.enrollment_id)?.outline ?? []
      const isInCourse = outline.some(({ type, id: item }) => type === 'Assignment' && item === row.assignment_id)
      const threshold = isInCourse ? row.threshold : null
      const completes = threshold === null || row.is_ended ? ('no' as const) : pass(row, gradeOf(score, threshold))
      return [[id, { ...row, threshold, completes, is_own: row.user_id === ctx.viewer.user_id }] as const]
    }),
  )
}

/** What an undo of a grade restores from. */
export type FormerGrade = { grade: StoredGrade; standing: KeptStanding; had_certificate: boolean }

type Ref = { response_id: number; enrollment_id: number; assignment_id: number }
type Grade = { score: number; comment: string | null }

/**
 * Grades a response like one alone, notices included; answers what was there before. The caller has locked the enrollment and
 * found that the response can be graded.
 */
export const gradeForUndo = async (
  services: Pick<ResponseServices, 'progress'>,
  tx: Tx,
  ctx: SignedIn,
  { response_id: id, enrollment_id, assignment_id }: Ref,
  grade: Grade,
): Promise<FormerGrade> => {
  const tracked = await track(tx, ctx, enrollment_id)
  const task = await findTask(tx, ctx, tracked, assignment_id)
  const before = (await loadGradedFacts(tx, ctx, [id])).get(id)
  if (!before) throw fail('not_found')
  const standing = await keepingStanding(tx, ctx.portal.id, enrollment_id, () =>
    writeGrade(services, tx, ctx, { ...task, tracked, latest: { id } }, grade),
  )
  return { grade: before.grade, standing, had_certificate: before.has_certificate }
}

/** How a response that was graded stands now. */
export type GradedFacts = Stored & {
  completed_at: string | null
  /** Of the assignment for its learner; null where their version does not have it. */
  status: number | null
  has_certificate: boolean
  is_enrolled_again: boolean
}

/** How the responses with these ids stand, by id. */
export const loadGradedFacts = async (
  tx: Tx,
  ctx: SignedIn,
  ids: readonly number[],
): Promise<Map<number, GradedFacts>> => {
  const { rows } = await sql<Omit<GradedFacts, 'status'>>`
    select ${STORED}, to_jsonb(e.completed_at) #>> '{}' as completed_at,
      exists (select from certificates d where d.portal_id = e.portal_id and d.related_id = e.id) as has_certificate,
      exists (select from enrollments o where o.portal_id = e.portal_id and o.user_id = e.user_id
        and o.course_id = e.course_id and o.id <> e.id and o.role = 'learner' and o.access <> 'expired'
        and o.ended_at is null) as is_enrolled_again
    ${FROM}
    where r.portal_id = ${ctx.portal.id}::bigint and r.id = any(${[...ids]}::bigint[])`.execute(tx)
  const courses = await loadTrackedCourses(tx, ctx.portal.id, [...new Set(rows.map((row) => row.enrollment_id))])
  return new Map(
    rows.map((row) => {
      const outline = courses.get(row.enrollment_id)?.outline ?? []
      const item = outline.find(({ type, id }) => type === 'Assignment' && id === row.assignment_id)
      return [row.id, { ...row, status: item?.status ?? null }]
    }),
  )
}

/** Gives a response its former grade back, or none, with what followed from it. Nobody is notified (BLK-035). */
export const takeGradeBack = async (
  tx: Tx,
  ctx: SignedIn,
  { response_id: id, enrollment_id }: Pick<Ref, 'response_id' | 'enrollment_id'>,
  former: FormerGrade,
): Promise<void> => {
  const [enrollment] = await lockEnrollments(tx, ctx, [enrollment_id])
  if (!enrollment) throw fail('not_found')
  const { score = null, result = null, comment = null, graded_at = null, grader } = former.grade ?? {}
  await sql`
    update assignment_responses set score = ${score}::smallint, result = ${result}::smallint, comment = ${comment}::text,
      graded_at = ${graded_at}::timestamptz, graded_by = ${grader?.user_id ?? null}::bigint
    where portal_id = ${ctx.portal.id}::bigint and id = ${id}::bigint`.execute(tx)
  await restoreStanding(tx, ctx, enrollment, former.standing)
  const { rows } = await sql<{ title: string }>`
    select a.title from assignment_responses r join assignments a on a.portal_id = r.portal_id and a.id = r.assignment_id
    where r.portal_id = ${ctx.portal.id}::bigint and r.id = ${id}::bigint`.execute(tx)
  await logActivity(tx, ctx, {
    action: 'assignment.ungrade',
    subject_type: 'assignment_response',
    subject_id: id,
    changes: { related_id: enrollment_id, user_id: enrollment.user_id, assignment: rows[0]?.title ?? '', score },
  })
}
