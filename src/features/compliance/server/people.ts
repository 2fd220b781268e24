import { type RawBuilder, sql } from 'kysely'
import { assignedLearner, type Looker, searchPeople } from '#features/accounts/server/api.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

/** Whose people: all of the portal, or those of a manager or instructor. */
export type Reach = { looker: Looker; today: Day } | null

/**
 * SQL: whether `m` is one of the person's people: a learner assigned to them (ROL-083), or for a manager somebody on their
 * team today, who may not have been enrolled in anything yet.
 */
export const isOwn = ({ looker, today }: NonNullable<Reach>) => {
  const onTeam = sql`coalesce((
    select f.value from compliance_facts f
    where f.portal_id = m.portal_id and f.user_id = m.user_id and f.kind = 'team'
      and f.enrollment_id is null and f.document_id is null and f.day <= ${today}::date
      and not exists (select from compliance_facts c where c.portal_id = f.portal_id and c.corrects_id = f.id)
    order by f.day desc, f.id desc limit 1) = ${String(looker.user_id)}, false)`
  return sql<boolean>`m.left_at is null and (exists (
      select from enrollments e
      where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and e.ended_at is null
        and ${assignedLearner(looker)})
    or ${sql.lit(looker.role === 'manager')} and ${onTeam})`
}

type PersonRow = {
  id: number
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  username: string | null
  email: string | null
  left_at: Date | null
}
export type FoundPerson = { id: number; name: string; left_on: Day | null }

/** Filters that a place fact of the person must name before the exact rule looks at them. */
export type PlaceFilter = {
  team_id?: number | undefined
  site?: string | undefined
  job?: string | undefined
  in_state?: string | undefined
}

const wasEver = (kind: string, value: string) => sql`exists (
  select from compliance_facts f
  where f.portal_id = m.portal_id and f.user_id = m.user_id and f.kind = ${kind} and f.value = ${value})`

const placesOf = ({ team_id: team, site, job, in_state: state }: PlaceFilter): RawBuilder<unknown>[] =>
  Object.entries({ team: team === undefined ? undefined : String(team), site, job, state }).flatMap(([kind, value]) =>
    value === undefined ? [] : [wasEver(kind, value)],
  )

type PeopleQuery = {
  portal_id: number
  reach: Reach
  time_zone: string
  on: Day
  most: number
  search?: string | undefined
  ids?: readonly number[] | undefined
  places?: PlaceFilter | undefined
}

/** People who were in the portal by a day, in the order of their names; the exact day of leaving is for the rules. */
export const findPeople = async (tx: Tx, query: PeopleQuery): Promise<FoundPerson[]> => {
  const conditions = [
    sql`m.portal_id = ${query.portal_id}`,
    sql`exists (
      select from compliance_facts j
      where j.portal_id = m.portal_id and j.user_id = m.user_id and j.day <= ${query.on}::date
        and j.enrollment_id is null and j.document_id is null
        and j.kind in ('joined', 'role_given', 'team', 'site', 'job', 'state'))`,
    ...(query.reach ? [isOwn(query.reach)] : []),
    ...(query.ids ? [sql`m.user_id = any(${[...query.ids]}::bigint[])`] : []),
    ...(query.search ? [await searchPeople(tx, query.search, { id: 'm.user_id', text: 'm.folded_text' })] : []),
    ...placesOf(query.places ?? {}),
  ]
  const { rows } = await sql<PersonRow>`
    select m.user_id as id, m.first_name, m.middle_name, m.last_name, m.username, coalesce(m.former_email, u.email) as email,
      m.left_at
    from portal_users m left join users u on u.id = m.user_id
    where ${sql.join(conditions, sql` and `)}
    order by lower(coalesce(m.last_name, '')) collate "C", lower(coalesce(m.first_name, '')) collate "C", m.user_id
    limit ${query.most}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: displayName(row),
    left_on: row.left_at && dayOf(row.left_at, query.time_zone),
  }))
}

/** Names of people by their ids, those who left too. */
export const namesOf = async (
  tx: Tx,
  portalId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> => {
  const userIds = [...new Set(ids.filter((id) => id !== null))]
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'email'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.id, displayName(row)]))
}
