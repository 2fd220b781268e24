import { sql } from 'kysely'
import { assignedLearner, displayPerson, searchPeople, teacherOf } from '#features/accounts/server/api.ts'
import { isInDraft } from '#features/outline/server/api.ts'
import { itemsTotalOf, progressPercent, type Status } from '#features/progress/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'

type Exam = {
  id: number
  type: 'exam' | 'survey'
  title: string
  status: Status
  score: number | null
  attempts: number
  is_in_draft: boolean
  is_in_course: boolean
}

/**
 * The learner's state in each exam of the version of the course that they see, in the order of the outline; behind them the
 * exams that they took before they were moved to a version without them (VER-015).
 */
const exams = sql<Exam[]>`coalesce((
  select json_agg(json_build_object('id', x.id, 'type', x.type, 'title', coalesce(o.title, x.title),
    'status', coalesce(p.status, ${sql.lit(PROGRESS.not_started)}), 'score', a.score, 'attempts', coalesce(a.attempts, 0),
    'is_in_draft', ${isInDraft({ portal: 'x.portal_id', type: { column: 's.item_type' }, id: 'x.id' })},
    'is_in_course', o.item_id is not null) order by o.sort_number nulls last, o.place_id, x.id)
  from (
    select i.item_type, i.item_id, i.title, i.sort_number, i.place_id
    from courses c
    join course_items i on i.portal_id = c.portal_id and i.course_id = c.id
      and i.version = coalesce(e.version, c.newest_version)
    where c.portal_id = e.portal_id and c.id = e.course_id and i.item_type in ('Exam', 'Survey')
  ) o
  full join (
    select t.exam_id, max(t.score)::int as score, count(*)::int as attempts from exam_attempts t
    where t.portal_id = e.portal_id and t.enrollment_id = e.id and t.reset_at is null
    group by t.exam_id
  ) a on a.exam_id = o.item_id
  join exams x on x.portal_id = e.portal_id and x.id = coalesce(o.item_id, a.exam_id)
  cross join lateral (select case x.type when 'exam' then 'Exam' else 'Survey' end as item_type) s
  left join course_user_progress p on p.portal_id = e.portal_id and p.enrollment_id = e.id
    and p.item_type = s.item_type and p.item_id = x.id
), '[]')`

const learners = (tx: Tx, portalId: number, courseId: number) =>
  tx
    .selectFrom('enrollments as e')
    .innerJoin('people as u', (join) => join.onRef('u.portal_id', '=', 'e.portal_id').onRef('u.id', '=', 'e.user_id'))
    .select([
      'e.id',
      'e.user_id',
      'e.status',
      'e.items_done',
      'e.due_at',
      'e.completed_at',
      'e.last_opened_at',
      'u.first_name',
      'u.middle_name',
      'u.last_name',
      'u.username',
      'u.email',
      'u.avatar',
      'u.avatar_changed_at',
    ])
    .select([itemsTotalOf('e').as('items_total'), exams.as('exams')])
    .where('e.portal_id', '=', portalId)
    .where('e.course_id', '=', courseId)
    .where('e.role', '=', 'learner')
    .where('e.ended_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof learners>['execute']>>[number]

const present = (row: Row) => {
  const status = row.status as Status
  return {
    id: row.id,
    user: { ...displayPerson({ ...row, id: row.user_id }), email: row.email },
    status,
    progress: progressPercent(status, row.items_done, row.items_total),
    due_at: row.due_at,
    completed_at: row.completed_at,
    last_opened_at: row.last_opened_at,
    exams: row.exams,
  }
}

type Query = {
  cursor?: string | undefined
  per_page: number
  search?: string | undefined
  sort: 'id' | '-id'
  status?: number | undefined
}

/**
 * A page of the learners of a course in one statement, whatever their number; an instructor has those assigned to them
 * (ROL-027).
 */
export const listLearnersOf = async (
  tx: Tx,
  { portal, viewer, scope }: Pick<SignedIn, 'portal' | 'viewer' | 'scope'>,
  courseId: number,
  { search, status, ...page }: Query,
) => {
  let query = learners(tx, portal.id, courseId)
  if (scope === 'own') query = query.where(assignedLearner(teacherOf({ portal, viewer })))
  if (status !== undefined) query = query.where('e.status', '=', status)
  if (search) query = query.where(await searchPeople(tx, search))
  const direction = page.sort === 'id' ? 'asc' : 'desc'
  const { data, meta } = await keysetPage(query, { ...page, keys: [], direction, id: 'e.id' })
  return { data: data.map(present), meta }
}

/** One learner of a course by the enrollment, or null. */
export const loadLearnerOf = async (tx: Tx, portalId: number, courseId: number, relatedId: number) => {
  const row = await learners(tx, portalId, courseId).where('e.id', '=', relatedId).executeTakeFirst()
  return row ? present(row) : null
}
