import { sql } from 'kysely'
import { assignedLearner } from '#features/accounts/server/api.ts'
import { managerCredits } from '#features/credits/server/api.ts'
import { addMonthsToDay, dayOf, startOfDay } from '#kernel/format/day.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { managed } from './course-store.ts'
import type { Reach } from './people-store.ts'

const MONTHS = 6
const SHOWN_SHORT = 6
const NOTHING = { total: 0, remaining: 0, distributed: 0, used: 0 }

type At = { portal_id: number; user_id: number | null; now: Date; zone: string; reach: Reach }

const countLearners = async (tx: Tx, { portal_id: portalId, reach, now, zone }: At) => {
  const today = startOfDay(dayOf(now, zone), zone)
  const within = reach ? assignedLearner(reach) : sql<boolean>`true`
  const { rows } = await sql<{ people: number; overdue: number }>`
    select count(distinct e.user_id)::int as people, count(*) filter (where e.due_at < ${today})::int as overdue
    from enrollments e
    where e.portal_id = ${portalId} and e.role = 'learner' and e.ended_at is null
      and e.completed_at is null and e.expires_at > ${now} and ${within}`.execute(tx)
  return rows[0] ?? { people: 0, overdue: 0 }
}

/** Completions of the last months, the current one last, each by the calendar of the portal's time zone. */
const countFinished = async (tx: Tx, { portal_id: portalId, reach, now, zone }: At): Promise<number[]> => {
  const first = `${dayOf(now, zone).slice(0, 7)}-01`
  const starts = Array.from({ length: MONTHS + 1 }, (_, at) =>
    startOfDay(addMonthsToDay(first, at + 1 - MONTHS), zone).toISOString(),
  )
  const within = reach ? assignedLearner(reach) : sql<boolean>`true`
  const { rows } = await sql<{ finished: number }>`
    select count(e.id)::int as finished
    from unnest(${starts.slice(0, -1)}::timestamptz[], ${starts.slice(1)}::timestamptz[]) as month(start, before)
    left join enrollments e on e.portal_id = ${portalId} and e.role = 'learner' and ${within}
      and e.completed_at >= month.start and e.completed_at < month.before
    group by month.start order by month.start`.execute(tx)
  return rows.map((row) => row.finished)
}

/** A manager's credits, people and completions in figures, and the published courses that have no credit left. */
export const loadOverview = async (tx: Tx, at: At) => {
  const courses = await tx
    .selectFrom('courses as c')
    .select(['c.id', 'c.slug', 'c.title', 'c.thumbnail', 'c.publication_status'])
    .where('c.portal_id', '=', at.portal_id)
    .where(managed(at.portal_id, at.user_id))
    .orderBy(sql`c.title collate "C"`)
    .orderBy('c.id')
    .execute()
  const credits = await managerCredits(tx, at.portal_id, at.user_id === null ? {} : { user_id: at.user_id })
  const sums = { ...NOTHING }
  const byCourse = new Map<number, typeof NOTHING>()
  for (const { course_id: courseId, total, remaining, distributed, used } of credits) {
    const ofCourse = byCourse.get(courseId) ?? { ...NOTHING }
    for (const sum of [sums, ofCourse]) {
      sum.total += total
      sum.remaining += remaining
      sum.distributed += distributed
      sum.used += used
    }
    byCourse.set(courseId, ofCourse)
  }
  const short = courses
    .filter(({ id, publication_status: status }) => status === PUBLICATION.published && !byCourse.get(id)?.remaining)
    .slice(0, SHOWN_SHORT)
    .map((course) => ({
      ...course,
      publication_status: PUBLICATION.published,
      ...(byCourse.get(course.id) ?? NOTHING),
    }))
  return {
    courses: courses.length,
    ...sums,
    ...(await countLearners(tx, at)),
    finished: await countFinished(tx, at),
    short,
  }
}
