import { sql } from 'kysely'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { ReadItemType, RuleKind, RuleVersion, TradeRule } from '../rules/model.ts'

export type StoredVersion = RuleVersion & {
  source_url: string | null
  created_at: Date
  created_by: number | null
}
/** A rule as it is stored, with its versions in the order in which they hold. */
export type StoredRule = Omit<TradeRule, 'versions'> & { versions: readonly StoredVersion[] }

type VersionRow = StoredVersion & { rule_id: number; kind: RuleKind }

const rulesWhere = (condition: string) =>
  statement<VersionRow>(`
    select r.id as rule_id, r.kind, v.id, v.from_day::text as from_day, v.until_day::text as until_day, v.is_retired, v.is_for_new,
      v.title, v.source, v.source_url, v.minutes, v.answer_seconds, v.most_mistakes, v.counts_tests, v.tasks,
      v.item_ids::float8[] as item_ids, v.created_at, v.created_by,
      array(
        select c.course_id::float8 from trade_rule_courses c
        where c.portal_id = v.portal_id and c.version_id = v.id order by c.course_id
      ) as course_ids
    from trade_rules r
    join trade_rule_versions v on v.portal_id = r.portal_id and v.rule_id = r.id
    where r.portal_id = $1 and ${condition}
    order by r.id, v.from_day, v.id`)

const ALL = rulesWhere('true')
const BY_ID = rulesWhere('r.id = $2')
// All versions of each rule, since one that does not name the course ends the one that did.
const OF_COURSES = rulesWhere(`r.id in (
      select n.rule_id from trade_rule_courses c
      join trade_rule_versions n on n.portal_id = c.portal_id and n.id = c.version_id
      where c.portal_id = $1 and c.course_id = any($2::bigint[]))`)

const rulesOf = (rows: readonly VersionRow[]): StoredRule[] =>
  [...Map.groupBy(rows, ({ rule_id }) => rule_id)].map(([id, versions]) => ({
    id,
    kind: (versions[0] as VersionRow).kind,
    versions: versions.map(({ rule_id: _, kind: __, ...version }) => version),
  }))

/** The rules of a portal in the order in which they were made. */
export const loadRules = async (tx: Tx, portalId: number): Promise<StoredRule[]> =>
  rulesOf(await ask(tx, ALL, [portalId]))

export const loadRule = async (tx: Tx, portalId: number, id: number): Promise<StoredRule | null> =>
  rulesOf(await ask(tx, BY_ID, [portalId, id]))[0] ?? null

/** The rules that name one of these courses in any version. */
export const loadRulesOf = async (tx: Tx, portalId: number, courseIds: readonly number[]): Promise<StoredRule[]> =>
  rulesOf(await ask(tx, OF_COURSES, [portalId, [...courseIds]]))

export type Author = { portal_id: number; user_id: number; now: Date }

export const insertRule = async (tx: Tx, by: Author, kind: RuleKind): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into trade_rules (portal_id, kind, created_by, created_at)
    values (${by.portal_id}, ${kind}, ${by.user_id}, ${by.now}) returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

export type NewVersion = Omit<StoredVersion, 'id' | 'created_at' | 'created_by'>

export const insertVersion = async (tx: Tx, by: Author, ruleId: number, version: NewVersion): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    insert into trade_rule_versions (portal_id, rule_id, from_day, until_day, is_retired, is_for_new, title, source, source_url,
      minutes, answer_seconds, most_mistakes, counts_tests, tasks, item_ids, created_by, created_at)
    values (${by.portal_id}, ${ruleId}, ${version.from_day}::date, ${version.until_day}::date, ${version.is_retired},
      ${version.is_for_new}, ${version.title}, ${version.source}, ${version.source_url}, ${version.minutes},
      ${version.answer_seconds}, ${version.most_mistakes}, ${version.counts_tests}, ${[...version.tasks]}::text[], ${[...version.item_ids]}::bigint[], ${by.user_id}, ${by.now})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await sql`
    insert into trade_rule_courses (portal_id, version_id, course_id)
    select ${by.portal_id}::bigint, ${id}::bigint, course_id
    from unnest(${[...version.course_ids]}::bigint[]) as c (course_id)`.execute(tx)
}

/** Titles and slugs of courses by their ids. */
export const coursesNamed = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, { id: number; title: string; slug: string; publication_status: number }>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('courses')
    .select(['id', 'title', 'slug', 'publication_status'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type NamedItem = { id: number; title: string | null; itemable_type: ReadItemType }

/** The texts, documents, audio and videos of the drafts of courses, in their order. */
export const itemsOf = async (tx: Tx, portalId: number, courseIds: readonly number[]): Promise<NamedItem[]> => {
  const { rows } = await sql<NamedItem>`
    select i.id, i.title, i.itemable_type
    from outline_items o
    join module_items i on i.portal_id = o.portal_id and i.module_id = o.itemable_id and i.deleted_at is null
    where o.portal_id = ${portalId} and o.course_id = any(${[...courseIds]}::bigint[]) and o.itemable_type = 'Module'
      and o.deleted_at is null
    order by o.course_id, o.sort_number, o.id, i.sort_number, i.id`.execute(tx)
  return rows
}

/** The exams of the drafts of courses, in their order; knowledge checks are none. */
export const examsOf = async (
  tx: Tx,
  portalId: number,
  courseIds: readonly number[],
): Promise<{ id: number; title: string }[]> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select x.id, x.title
    from outline_items o
    join exams x on x.portal_id = o.portal_id and x.id = o.itemable_id
    where o.portal_id = ${portalId} and o.course_id = any(${[...courseIds]}::bigint[]) and o.itemable_type = 'Exam'
      and o.deleted_at is null
    order by o.course_id, o.sort_number, o.id`.execute(tx)
  return rows
}
