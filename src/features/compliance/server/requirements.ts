import { sql } from 'kysely'
import { ROLES, type Role } from '#kernel/access/permissions.ts'
import type { Day } from '#kernel/format/day.ts'
import { orList } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { dayNumber } from '../rules/days.ts'
import type { Ask, RenewsFrom, Requirement, RequirementKind } from '../rules/requirement.ts'

export type CourseName = { id: number; title: string; slug: string }

type TermsRow = {
  id: number
  requirement_id: number
  from_day: Day
  title: string
  source: string | null
  is_retired: boolean
  roles: string[]
  team_ids: number[]
  sites: string[]
  jobs: string[]
  states: string[]
  valid_months: number | null
  grace_days: number
  asks: Ask[]
  hint: string | null
  /** Courses that renew what is held; people are enrolled in the first one. */
  refreshers: CourseName[]
  renews_from: RenewsFrom
  created_at: Date
  created_by: number | null
}
type RequirementRow = {
  id: number
  kind: RequirementKind
  course_id: number | null
  course_title: string | null
  course_slug: string | null
}

/** A requirement as it is stored, with its terms in the order in which they hold. */
export type StoredRequirement = RequirementRow & { terms: TermsRow[] }

/** The requirements of a portal, or the one with an id, in the order in which they were made. */
export const loadRequirements = async (
  tx: Tx,
  portalId: number,
  id: number | null = null,
): Promise<StoredRequirement[]> => {
  const { rows: requirements } = await sql<RequirementRow>`
    select r.id, r.kind, r.course_id, c.title as course_title, c.slug as course_slug
    from training_requirements r
      left join courses c on c.portal_id = r.portal_id and c.id = r.course_id
    where r.portal_id = ${portalId} and (${id}::bigint is null or r.id = ${id})
    order by r.id`.execute(tx)
  const { rows: terms } = await sql<TermsRow>`
    select t.id, t.requirement_id, t.from_day::text, t.title, t.source, t.is_retired, t.roles, t.team_ids::float8[] as team_ids, t.sites,
      t.jobs, t.states, t.valid_months, t.grace_days, t.asks, t.hint, t.renews_from, coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug) order by f.position)
        from training_requirement_refreshers f join courses c on c.portal_id = f.portal_id and c.id = f.course_id
        where f.portal_id = t.portal_id and f.terms_id = t.id), '[]') as refreshers, t.created_at, t.created_by
    from training_requirement_terms t
    where t.portal_id = ${portalId} and (${id}::bigint is null or t.requirement_id = ${id})
    order by t.from_day, t.id`.execute(tx)
  const byRequirement = Map.groupBy(terms, ({ requirement_id }) => requirement_id)
  return requirements.map((row) => ({ ...row, terms: byRequirement.get(row.id) ?? [] }))
}

/** The same as the rules read it. */
export const ruleOf = ({ id, kind, course_id, terms }: StoredRequirement): Requirement => ({
  id,
  kind,
  course_id,
  terms: terms.map((row) => ({
    ...row,
    from: dayNumber(row.from_day),
    refresher_course_ids: row.refreshers.map((course) => course.id),
  })),
})

/** The terms of a day, or else the first ones that come after it: by them a requirement is called on that day. */
export const namingTerms = ({ terms }: StoredRequirement, on: Day): TermsRow | undefined =>
  terms.findLast(({ from_day }) => from_day <= on) ?? terms[0]

/** The terms of a day; null before the first ones and once it is retired. */
export const currentTerms = ({ terms }: StoredRequirement, on: Day): TermsRow | null => {
  const current = terms.findLast(({ from_day }) => from_day <= on)
  return current && !current.is_retired ? current : null
}

/** Whom terms apply to, in words: "Learners in Plant 2 or Plant 3 who work as Rigger". */
export const audienceText = (terms: TermsRow, nameOf: (id: number) => string): string => {
  if (terms.is_retired) return 'Nobody'
  const parts = [
    terms.roles.length > 0 ? `With the role ${orList(terms.roles.map((role) => ROLES[role as Role].name))}` : null,
    terms.team_ids.length > 0 ? `on the team of ${orList(terms.team_ids.map(nameOf))}` : null,
    terms.sites.length > 0 ? `at ${orList(terms.sites)}` : null,
    terms.jobs.length > 0 ? `working as ${orList(terms.jobs)}` : null,
    terms.states.length > 0 ? `in the state ${orList(terms.states)}` : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return 'Everyone in this portal'
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Terms = Omit<TermsRow, 'id' | 'requirement_id' | 'refreshers' | 'created_at' | 'created_by'> & {
  refresher_course_ids: readonly number[]
}
type Author = { portal_id: number; user_id: number; now: Date }

export const insertTerms = async (tx: Tx, by: Author, requirementId: number, terms: Terms): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    insert into training_requirement_terms (portal_id, requirement_id, from_day, title, source, is_retired, roles, team_ids,
      sites, jobs, states, valid_months, grace_days, asks, hint, renews_from, created_by, created_at)
    values (${by.portal_id}, ${requirementId}, ${terms.from_day}::date, ${terms.title}, ${terms.source}, ${terms.is_retired},
      ${terms.roles}::text[], ${terms.team_ids}::bigint[], ${terms.sites}::text[], ${terms.jobs}::text[],
      ${terms.states}::text[], ${terms.valid_months}, ${terms.grace_days}, ${terms.asks}::text[], ${terms.hint},
      ${terms.renews_from}, ${by.user_id}, ${by.now})
    returning id`.execute(tx)
  if (terms.refresher_course_ids.length === 0) return
  await sql`
    insert into training_requirement_refreshers (portal_id, terms_id, course_id, position)
    select ${by.portal_id}, ${rows[0]?.id}, course_id, position
    from unnest(${[...terms.refresher_course_ids]}::bigint[]) with ordinality as c (course_id, position)`.execute(tx)
}

export const insertRequirement = async (
  tx: Tx,
  by: Author,
  { kind, course_id }: { kind: RequirementKind; course_id: number | null },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into training_requirements (portal_id, kind, course_id, created_by, created_at)
    values (${by.portal_id}, ${kind}, ${course_id}, ${by.user_id}, ${by.now}) returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}
