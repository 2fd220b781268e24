import { PROGRESS } from '#kernel/product/statuses.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { AnswerGroup, QuestionCopy } from '../rules/fold.ts'

/**
 * SQL of the answers in the attempts `a`, grouped as far as nothing is lost: a hundred thousand attempts come to some
 * thousands of rows. How long a question was on the screen is the sum of its visits; that of the answer stands in the
 * answer, and counts once if it was noted as a visit as well (EXM-036).
 */
const groupsIn = (only = '') => `
  select a.portal_id, a.exam_id, a.version, j.question_id, j.answer_ids, j.is_correct,
    ((coalesce(x.others, 0) + greatest(j.milliseconds, x.same)) / 1000)::int as seconds,
    count(*)::int as count, max(a.id) as attempt_id,
    count(r.rest)::int as rated, coalesce(sum(r.rest), 0) as rest, coalesce(sum(r.rest * r.rest), 0) as rest_squares
  from a
  join exam_answers j on j.portal_id = a.portal_id and j.attempt_id = a.id${only}
  left join (
    select j.portal_id, j.attempt_id, j.question_id,
      coalesce(sum(v.milliseconds) filter (where v.visit is distinct from j.visit), 0) as others,
      max(v.milliseconds) filter (where v.visit = j.visit) as same
    from a
    join exam_question_visits v on v.portal_id = a.portal_id and v.attempt_id = a.id
    join exam_answers j on j.portal_id = v.portal_id and j.attempt_id = v.attempt_id and j.question_id = v.question_id
    group by 1, 2, 3
  ) x on x.portal_id = j.portal_id and x.attempt_id = j.attempt_id and x.question_id = j.question_id
  left join lateral (
    select (a.correct_count - j.is_correct::int)::float8 / nullif(a.questions_count - 1, 0) as rest
    where a.finished_at is not null
  ) r on true
  group by 1, 2, 3, 4, 5, 6, 7`

const COLUMNS =
  'exam_id, version, question_id, answer_ids, is_correct, seconds, count, attempt_id, rated, rest, rest_squares'

const EXAM_GROUPS = statement<AnswerGroup>(`
  with a as materialized (
    select portal_id, id, exam_id, version, correct_count, questions_count, finished_at from exam_attempts
    where portal_id = $1 and exam_id = $2 and not is_summed and ($3::int is null or version = $3)
  ), g as (${groupsIn()})
  select ${COLUMNS} from g
  union all
  select ${COLUMNS} from exam_answer_sums
  where portal_id = $1 and exam_id = $2 and ($3::int is null or version = $3)`)

const QUESTION_GROUPS = statement<AnswerGroup>(`
  with a as materialized (
    select portal_id, id, exam_id, version, correct_count, questions_count, finished_at from exam_attempts where portal_id = $1 and not is_summed
  ), g as (${groupsIn(' and j.question_id = $2')})
  select ${COLUMNS} from g
  union all
  select ${COLUMNS} from exam_answer_sums where portal_id = $1 and question_id = $2`)

/** The driver reads the elements of a bigint[] as text. */
const typed = (groups: readonly AnswerGroup[]): AnswerGroup[] =>
  groups.map((group) => ({ ...group, answer_ids: group.answer_ids.map(Number) }))

const SUM = statement<{ summed: number }>(`
  with a as materialized (
    select portal_id, id, exam_id, version, correct_count, questions_count, finished_at from exam_attempts
    where not is_summed and finished_at < $1
    order by finished_at limit $2 for update skip locked
  ), marked as (
    update exam_attempts t set is_summed = true from a where t.portal_id = a.portal_id and t.id = a.id returning 1
  ), added as (
    insert into exam_answer_sums as s (portal_id, ${COLUMNS})
    select portal_id, ${COLUMNS} from (${groupsIn()}) g
    on conflict (portal_id, exam_id, version, question_id, answer_ids, is_correct, seconds) do update set
      count = s.count + excluded.count, attempt_id = greatest(s.attempt_id, excluded.attempt_id), rated = s.rated + excluded.rated,
      rest = s.rest + excluded.rest, rest_squares = s.rest_squares + excluded.rest_squares
    returning 1
  )
  select count(*)::int as summed from marked`)

/** Over all portals: adds the answers of some attempts that ended before a moment to the sums, and marks the attempts. */
export const sumAttempts = async (tx: Tx, before: Date, limit: number): Promise<number> =>
  (await ask(tx, SUM, [before, limit]))[0]?.summed ?? 0

export type ExamAt = { portal_id: number; exam_id: number; version: number | null }

export const loadExamGroups = async (tx: Tx, { portal_id, exam_id, version }: ExamAt): Promise<AnswerGroup[]> =>
  typed(await ask(tx, EXAM_GROUPS, [portal_id, exam_id, version]))

export const loadQuestionGroups = async (tx: Tx, portalId: number, questionId: number): Promise<AnswerGroup[]> =>
  typed(await ask(tx, QUESTION_GROUPS, [portalId, questionId]))

const COPIES = statement<QuestionCopy>(`
  select q.attempt_id, q.question_id, q.type, q.text, q.answers
  from unnest($2::bigint[], $3::bigint[]) as w (attempt_id, question_id)
  join exam_attempt_questions q on q.portal_id = $1 and q.attempt_id = w.attempt_id and q.question_id = w.question_id`)

/** The newest copy of each question in each version that the groups are of. */
export const loadCopies = (tx: Tx, portalId: number, groups: readonly AnswerGroup[]): Promise<QuestionCopy[]> => {
  const newest = new Map<string, AnswerGroup>()
  for (const group of groups) {
    const key = `${group.question_id}/${group.exam_id}/${group.version}`
    if ((newest.get(key)?.attempt_id ?? 0) < group.attempt_id) newest.set(key, group)
  }
  const sources = [...newest.values()]
  return ask(tx, COPIES, [portalId, sources.map((one) => one.attempt_id), sources.map((one) => one.question_id)])
}

const UNANSWERED = statement<{ question_id: number; count: number }>(`
  select q.question_id, count(*)::int as count
  from exam_attempts t
  join exam_attempt_questions q on q.portal_id = t.portal_id and q.attempt_id = t.id
  left join exam_answers j on j.portal_id = q.portal_id and j.attempt_id = q.attempt_id and j.question_id = q.question_id
  where t.portal_id = $1 and t.exam_id = $2 and ($3::int is null or t.version = $3) and t.status <> ${PROGRESS.in_progress}
    and t.answered_count < t.questions_count and j.attempt_id is null
  group by 1`)

/** How many attempts ended without an answer, by question. */
export const loadUnanswered = async (tx: Tx, { portal_id, exam_id, version }: ExamAt): Promise<Map<number, number>> => {
  const rows = await ask(tx, UNANSWERED, [portal_id, exam_id, version])
  return new Map(rows.map(({ question_id, count }) => [question_id, count]))
}

type AttemptSums = {
  attempts: number
  learners: number
  finished: number
  passed: number
  average_score: number | null
  median_seconds: number | null
}
const ATTEMPTS = statement<AttemptSums>(`
  select count(*)::int as attempts, count(distinct enrollment_id)::int as learners,
    (count(*) filter (where status <> ${PROGRESS.in_progress}))::int as finished,
    (count(*) filter (where status = ${PROGRESS.success}))::int as passed,
    floor(avg(score))::int as average_score,
    floor(percentile_disc(0.5) within group (order by extract(epoch from finished_at - started_at))
      filter (where status <> ${PROGRESS.in_progress}))::int as median_seconds
  from exam_attempts where portal_id = $1 and exam_id = $2 and ($3::int is null or version = $3)`)

/** What the attempts come to. */
export const loadAttemptSums = async (tx: Tx, { portal_id, exam_id, version }: ExamAt): Promise<AttemptSums> =>
  (await ask(tx, ATTEMPTS, [portal_id, exam_id, version]))[0] as AttemptSums

const ATTEMPT_VERSIONS = statement<{ version: number; attempts: number }>(`
  select version, count(*)::int as attempts from exam_attempts
  where portal_id = $1 and exam_id = $2 group by 1 order by 1 desc`)

/** Versions with attempts, newest first. */
export const loadAttemptVersions = (tx: Tx, portalId: number, examId: number) =>
  ask(tx, ATTEMPT_VERSIONS, [portalId, examId])

const ORDER = statement<{ id: number }>(`
  select q.id from questions q
  left join exam_question_pools p on p.portal_id = q.portal_id and p.question_pool_id = q.question_pool_id and p.exam_id = $2
  where q.portal_id = $1 and q.id = any($3::bigint[])
  order by p.sort_number nulls last, q.question_pool_id, q.deleted_at nulls first, q.sort_number, q.id`)

/** The questions in the order of their pools, removed ones last. */
export const loadOrder = async (tx: Tx, portalId: number, examId: number, ids: readonly number[]): Promise<number[]> =>
  (await ask(tx, ORDER, [portalId, examId, ids])).map(({ id }) => id)

const EXAMS = statement<{ id: number; title: string; course_title: string }>(`
  select e.id, e.title, c.title as course_title from exams e
  join courses c on c.portal_id = e.portal_id and c.id = e.course_id
  where e.portal_id = $1 and e.id = any($2::bigint[])`)

export const loadExamTitles = (tx: Tx, portalId: number, ids: readonly number[]) => ask(tx, EXAMS, [portalId, ids])

type ItemSums = { item_type: string; item_id: number; started: number; finished: number; median_seconds: number | null }
/** Opening a text or a file writes nothing, so an item that begins and ends with one step has no time. */
const ITEMS = statement<ItemSums>(`
  select p.item_type, p.item_id, (count(*) filter (where p.started_at is not null or p.finished_at is not null))::int as started,
    (count(*) filter (where p.finished_at is not null))::int as finished,
    floor(percentile_disc(0.5) within group (order by extract(epoch from p.finished_at - p.started_at))
      filter (where p.finished_at > p.started_at))::int as median_seconds
  from enrollments e
  join course_user_progress p on p.portal_id = e.portal_id and p.enrollment_id = e.id
  where e.portal_id = $1 and e.course_id = $2 and e.role = 'learner' and ($3::int is null or e.version = $3)
  group by 1, 2`)

export type CourseAt = { portal_id: number; course_id: number; version: number | null }

export const loadItemSums = (tx: Tx, { portal_id, course_id, version }: CourseAt): Promise<ItemSums[]> =>
  ask(tx, ITEMS, [portal_id, course_id, version])

const VERSIONS = statement<{ version: number; learners: number }>(`
  select version, count(*)::int as learners from enrollments
  where portal_id = $1 and course_id = $2 and role = 'learner' and version is not null
  group by 1 order by 1 desc`)

/** Versions that learners have begun, with how many of them. */
export const loadLearnersByVersion = (tx: Tx, portalId: number, courseId: number) =>
  ask(tx, VERSIONS, [portalId, courseId])

export type OutlineItem = {
  item_type: string
  item_id: number
  title: string
  module_title: string | null
}
const OUTLINE = statement<OutlineItem>(`
  select i.item_type, i.item_id, coalesce(i.title, '') as title, m.title as module_title
  from course_items i
  left join course_items m on m.portal_id = i.portal_id and m.course_id = i.course_id and m.version = i.version
    and m.item_type = 'Module' and m.item_id = i.module_id
  where i.portal_id = $1 and i.course_id = $2 and i.version = $3
  order by coalesce(m.sort_number, i.sort_number), m.item_id is not null, i.sort_number, i.item_id`)

/** The items of a version in the order in which learners see them. */
export const loadOutlineOf = (tx: Tx, portalId: number, courseId: number, version: number): Promise<OutlineItem[]> =>
  ask(tx, OUTLINE, [portalId, courseId, version])
