import { sql } from 'kysely'
import { DRAFT_ITEMS_TOTAL, PACKED_DRAFT } from '#features/progress/server/api.ts'
import { TEXT_PICTURES } from '#kernel/uploads/picture-widths.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { VersionItem } from '../rules/changes.ts'

type At = { portal_id: number; course_id: number }

// Publishing reads what is known of contents and adds what is new, so one portal publishes one course after the other.
const QUEUE = statement(`select pg_advisory_xact_lock(hashtextextended('course_versions', $1))`)

const VERSION = statement<{ number: number }>(`
  insert into course_versions (portal_id, course_id, number, note, published_at, published_by, packed, items_total)
  select c.portal_id, c.id, c.newest_version + 1, $3, $4, $5, ${PACKED_DRAFT}, ${DRAFT_ITEMS_TOTAL}
  from courses c where c.portal_id = $1 and c.id = $2
  returning number`)

/** SQL that stores the contents of the rows of a query with its hash, and then `target` for each of them. */
const storing = (rows: string, target: string) =>
  statement(`
    with source as materialized (select s.*, sha256(convert_to(s.content::text, 'UTF8')) as hash from (${rows}) s),
    stored as (
      insert into version_contents (portal_id, hash, content)
      select distinct on (hash) $1, hash, content from source
      on conflict (portal_id, hash) do nothing
      returning id, hash
    ), known as (
      select id, hash from stored
      union all
      select c.id, c.hash from version_contents c
      where c.portal_id = $1 and c.hash in (select hash from source)
    )
    ${target}`)

const ITEMS = storing(
  'select * from draft_items where portal_id = $1 and course_id = $2',
  `insert into course_version_items
     (portal_id, course_id, version, item_type, item_id, module_id, place_id, sort_number, title, content_id)
   select $1, $2, $3, s.item_type, s.item_id, s.module_id, s.place_id, s.sort_number, s.title, k.id
   from source s join known k using (hash)`,
)

const POOLS = storing(
  'select * from draft_pools where portal_id = $1 and course_id = $2',
  `insert into course_version_pools
     (portal_id, course_id, version, exam_id, question_pool_id, questions_count, sort_number, question_ids, content_id)
   select $1, $2, $3, s.exam_id, s.question_pool_id, s.questions_count, s.sort_number, s.question_ids, k.id
   from source s join known k using (hash)`,
)

const PICTURE = `${TEXT_PICTURES}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`

// The pictures of texts are named by their addresses (UPL-046).
const FILES = statement(`
  insert into course_version_files (portal_id, course_id, version, media_id, package_id)
  select distinct $1::bigint, $2::bigint, $3::int, f.media_id, f.package_id
  from course_items i
  cross join lateral (
    select (i.content ->> 'media_id')::bigint, null::bigint
    union all
    select (m ->> 'media_id')::bigint, null from jsonb_array_elements(i.content -> 'materials') m
    union all
    select (t ->> 'media_id')::bigint, null from jsonb_array_elements(nullif(i.content -> 'captions', 'null')) t
    union all
    select null, (i.content ->> 'scorm_id')::bigint where i.item_type = 'ScormModule'
  ) f (media_id, package_id)
  where i.portal_id = $1 and i.course_id = $2 and i.version = $3 and num_nonnulls(f.media_id, f.package_id) = 1
  union
  select $1, $2, $3, m.id, null
  from version_contents c
  cross join lateral regexp_matches(c.content::text, '${PICTURE}', 'gi') p (found)
  join media m on m.portal_id = $1 and m.uuid = p.found[1]::uuid
  where c.portal_id = $1 and c.content::text like '%${TEXT_PICTURES}%' and c.id in (
    select content_id from course_version_items where portal_id = $1 and course_id = $2 and version = $3
    union all
    select content_id from course_version_pools where portal_id = $1 and course_id = $2 and version = $3)`)

const NEWEST = statement(`update courses set newest_version = $3 where portal_id = $1 and id = $2`)

/**
 * Makes the draft of a course, which the caller has locked, its newest version, and answers the number of it. Six
 * statements, however many items and learners the course has.
 */
export const insertVersion = async (
  tx: Tx,
  { portal_id, course_id }: At,
  { note, now, user_id }: { note: string | null; now: Date; user_id: number | null },
): Promise<number> => {
  await ask(tx, QUEUE, [portal_id])
  const [row] = await ask(tx, VERSION, [portal_id, course_id, note, now, user_id])
  if (!row) throw new Error(`There is no course ${course_id} in portal ${portal_id}`)
  const at = [portal_id, course_id, row.number]
  await ask(tx, ITEMS, at)
  await ask(tx, POOLS, at)
  await ask(tx, FILES, at)
  await ask(tx, NEWEST, at)
  return row.number
}

const VERSION_ITEMS = statement<VersionItem>(`
  with pool as (
    select exam_id, question_pool_id, questions_count, sort_number, sha256(convert_to(content::text, 'UTF8')) as hash
    from draft_pools where $3::int = 0 and portal_id = $1 and course_id = $2
    union all
    select p.exam_id, p.question_pool_id, p.questions_count, p.sort_number, c.hash
    from course_version_pools p
    join version_contents c on c.portal_id = p.portal_id and c.id = p.content_id
    where p.portal_id = $1 and p.course_id = $2 and p.version = $3
  )
  select i.item_type, i.item_id, i.module_id, i.sort_number, i.title,
    i.content || coalesce(jsonb_build_object('questions', p.pools), '{}') as content
  from course_items i
  left join (
    select exam_id, jsonb_agg(jsonb_build_array(question_pool_id, questions_count, encode(hash, 'hex'))
      order by sort_number, question_pool_id) as pools
    from pool group by exam_id
  ) p on i.item_type in ('Exam', 'Survey') and p.exam_id = i.item_id
  where i.portal_id = $1 and i.course_id = $2 and i.version = $3
  order by i.module_id nulls first, i.sort_number, i.place_id`)

/** The items of a version with what they say, those of modules behind all others; version 0 is the draft. */
export const loadVersionItems = (tx: Tx, { portal_id, course_id }: At, version: number): Promise<VersionItem[]> =>
  ask(tx, VERSION_ITEMS, [portal_id, course_id, version])

const REMOVED = statement<{
  item_type: string
  item_id: number
  title: string | null
  versions: number[]
  learners: number
}>(`
  select i.item_type, i.item_id, (array_agg(i.title order by i.version desc))[1] as title,
    array_agg(i.version order by i.version) as versions, sum(l.learners)::int as learners
  from (
    select coalesce(e.version, c.newest_version) as version, count(*) as learners
    from courses c
    join enrollments e on e.portal_id = c.portal_id and e.course_id = c.id
    where c.portal_id = $1 and c.id = $2 and e.role = 'learner' and e.completed_at is null and e.ended_at is null
    group by 1
  ) l
  join course_version_items i on i.portal_id = $1 and i.course_id = $2 and i.version = l.version
  where not exists (
    select from draft_items d where d.portal_id = $1 and d.course_id = $2 and d.item_type = i.item_type and d.item_id = i.item_id)
  group by i.item_type, i.item_id
  order by max(i.version) desc, min(i.sort_number), i.item_id`)

/** The items that are in versions of learners at work and no longer in the draft. */
export const loadRemovedItems = (tx: Tx, { portal_id, course_id }: At) => ask(tx, REMOVED, [portal_id, course_id])

/** The versions of a course, newest first, with how many learners are in each: at work, and finished. */
export const loadVersions = async (tx: Tx, { portal_id, course_id }: At) => {
  const { rows } = await sql<{
    number: number
    note: string | null
    published_at: Date
    published_by: number | null
    items_total: number
    in_progress: number
    completed: number
  }>`
    select v.number, v.note, v.published_at, v.published_by, v.items_total,
      count(e.id) filter (where e.completed_at is null)::int as in_progress,
      count(e.id) filter (where e.completed_at is not null)::int as completed
    from course_versions v
    left join enrollments e on e.portal_id = v.portal_id and e.course_id = v.course_id and e.version = v.number
      and e.role = 'learner' and e.ended_at is null
    where v.portal_id = ${portal_id} and v.course_id = ${course_id}
    group by v.portal_id, v.course_id, v.number
    order by v.number desc`.execute(tx)
  return rows
}
