import { sql } from 'kysely'
import { assignedLearner, taughtCourses, teacherOf } from '#features/accounts/server/api.ts'
import { isInSeenVersion } from '#features/outline/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

/** More courses than anybody works through from one list. */
const LIMIT = 50

type Waiting = {
  id: number
  slug: string
  title: string
  responses_waiting: number
  oldest_response_at: Date | null
  questions_open: number
}

/**
 * The courses within reach in which something waits for an answer: responses to grade of learners within reach, and open
 * questions where the portal has them (ASG-026). What waits longest comes first; at most 50. Costs what waits, not what
 * has been answered.
 */
export const loadTeachingQueue = async (
  tx: Tx,
  { portal, viewer, scope }: Pick<SignedIn, 'portal' | 'viewer' | 'scope'>,
  slug?: string,
): Promise<Waiting[]> => {
  const teacher = scope === 'own' ? teacherOf({ portal, viewer }) : null
  const learners = teacher ? sql`and ${assignedLearner(teacher)}` : sql``
  const courses = teacher ? sql`and c.id in ${taughtCourses(teacher)}` : sql``
  const { rows } = await sql<Waiting>`
    with responses as (
      select a.course_id, count(*)::int as waiting, min(r.created_at) as oldest
      from assignment_responses r
      join assignments a on a.portal_id = r.portal_id and a.id = r.assignment_id
      join enrollments e on e.portal_id = r.portal_id and e.id = r.enrollment_id and e.ended_at is null
      where r.portal_id = ${portal.id} and r.result is null ${learners}
        and ${isInSeenVersion({ type: 'Assignment', id: 'a.id' })}
      group by a.course_id
    ), questions as (
      select course_id, opened from question_counters
      where portal_id = ${portal.id} and opened > 0 and not ${portal.setting.disable_course_questions}::boolean
    )
    select c.id, c.slug, c.title, coalesce(r.waiting, 0) as responses_waiting, r.oldest as oldest_response_at,
      coalesce(q.opened, 0) as questions_open
    from responses r
    full join questions q on q.course_id = r.course_id
    join courses c on c.portal_id = ${portal.id} and c.id = coalesce(r.course_id, q.course_id)
    where true ${slug === undefined ? sql`` : sql`and c.slug = ${slug}`} ${courses}
    order by r.oldest nulls last, c.id
    limit ${LIMIT}`.execute(tx)
  return rows
}
