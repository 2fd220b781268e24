import { sql } from 'kysely'
import type { Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { parseSort } from '#kernel/paging.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type SortKey } from '#platform/db/paging.ts'
import { foldedTextHolds } from '#platform/db/search-text.ts'
import type { listUsers as endpoint } from '../contract.ts'
import { assignedLearner, type Looker, lookerOf, managedCourses } from './assigned.ts'
import { searchPeople } from './search-people.ts'
import { isMissingSecondFactor, secondFactorDueAt } from './second-factors.ts'
import { avatarUrl } from './store.ts'

type Query = Input<typeof endpoint>['query']
export type PeopleFilter = Partial<
  Pick<
    Query,
    | 'search'
    | 'role'
    | 'is_blocked'
    | 'status'
    | 'username'
    | 'joined_from'
    | 'joined_until'
    | 'tag_id'
    | 'second_factor'
  >
> & {
  ids?: readonly number[]
  /** Those who left beside the members. */
  with_left?: boolean
}

// Cursors carry milliseconds, and so must what they are compared with.
const JOINED = "date_trunc('milliseconds', m.joined_at)"
const NAME =
  "lower(coalesce(nullif(concat_ws(' ', m.first_name, m.middle_name, m.last_name), ''), m.username, m.former_email, u.email, ''))"

const SORTS: Record<'joined_at' | 'name' | 'email', SortKey> = {
  joined_at: { name: 'joined_at', expression: JOINED, type: 'timestamptz' },
  name: { name: 'sorted_name', expression: `${NAME} collate "C"`, type: 'text' },
  email: { name: 'sorted_email', expression: `lower(coalesce(m.former_email, u.email, '')) collate "C"`, type: 'text' },
}

/** Whose people a list shows; `own` means only those of that manager or instructor. */
type PeopleOf = Looker & { scope: 'any' | 'own' }

/**
 * The people of a manager (USR-040): the learners assigned to them, and those who manage or teach the courses they
 * manage; an outside manager has only the learners they brought themselves (ROL-027, ROL-069).
 */
const peopleOf = (looker: Looker) => {
  const colleagues = sql`e.role in ('manager', 'instructor') and e.user_id <> ${looker.user_id}
    and e.course_id in ${managedCourses(looker)}`
  return sql<boolean>`exists (
    select from enrollments e
    where e.portal_id = m.portal_id and e.user_id = m.user_id and e.ended_at is null
      and ((e.role = 'learner' and ${assignedLearner(looker)}) or (${sql.lit(!looker.is_outside)} and ${colleagues})))`
}

const holds = (role: Role) =>
  role === 'super_admin' || role === 'sub_super_admin'
    ? sql<boolean>`u.platform_role = ${role}`
    : sql<boolean>`exists (
        select from portal_user_roles r
        where r.portal_id = m.portal_id and r.user_id = m.user_id and r.role = ${role})`

const SECOND_FACTOR = {
  on: sql<boolean>`has_second_factor(m.user_id)`,
  off: sql<boolean>`not has_second_factor(m.user_id)`,
  missing: isMissingSecondFactor,
}

const membersOf = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('portal_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.user_id as id',
      'm.is_blocked as is_blocked_here',
      'u.is_blocked as is_blocked_everywhere',
      'm.left_at',
      'm.username',
      'm.external_id',
      'm.first_name',
      'm.middle_name',
      'm.last_name',
      'm.avatar',
      'm.avatar_changed_at',
      'u.platform_role',
    ])
    .select([
      // A portal does not learn of e-mails after somebody left it.
      sql<string | null>`coalesce(m.former_email, u.email)`.as('email'),
      sql<string | null>`(
        select b.number from badges b
        where b.portal_id = m.portal_id and b.user_id = m.user_id and b.withdrawn_at is null)`.as('badge_number'),
      sql<Date>`date_trunc('milliseconds', m.joined_at)`.as('joined_at'),
      sql<string>`${sql.raw(NAME)}`.as('sorted_name'),
      sql<string>`lower(coalesce(m.former_email, u.email, ''))`.as('sorted_email'),
      sql<Role[]>`array(
        select r.role from portal_user_roles r
        where r.portal_id = m.portal_id and r.user_id = m.user_id order by r.created_at, r.role)`.as('held_roles'),
    ])
    .where('m.portal_id', '=', portalId)

/** The people of a portal that a person may see and that match; cut into pages by the caller. */
export const matchingPeople = (tx: Tx, looker: PeopleOf, query: PeopleFilter) => {
  const { status } = query
  let members = membersOf(tx, looker.portal_id)
  const seesLeft = looker.scope === 'any' && (status === 'left' || query.with_left === true)
  if (!seesLeft) members = members.where('m.left_at', 'is', null)
  if (status === 'left') members = members.where('m.left_at', 'is not', null)
  // Somebody of the platform who acted here left at the moment of joining, and was none of the portal's people.
  if (seesLeft) members = members.where(sql<boolean>`m.left_at is distinct from m.joined_at`)
  if (looker.scope === 'own') members = members.where(peopleOf(looker))
  if (query.role) members = members.where(holds(query.role))
  const isBlocked = status === 'active' || status === 'blocked' ? status === 'blocked' : query.is_blocked
  if (isBlocked !== undefined) members = members.where(sql<boolean>`(m.is_blocked or u.is_blocked) = ${isBlocked}`)
  if (query.username !== undefined) members = members.where('m.username', '=', query.username)
  if (query.tag_id !== undefined)
    members = members.where(
      sql<boolean>`exists (
        select from user_tags t where t.portal_id = m.portal_id and t.user_id = m.user_id and t.term_id = ${query.tag_id})`,
    )
  // Managers and instructors do not see how their people sign in (AUT-069).
  if (query.second_factor && looker.scope === 'any') members = members.where(SECOND_FACTOR[query.second_factor])
  if (query.joined_from) members = members.where('m.joined_at', '>=', query.joined_from)
  if (query.joined_until) members = members.where('m.joined_at', '<', query.joined_until)
  if (query.ids) members = members.where('m.user_id', 'in', query.ids)
  if (query.search) members = members.where(foldedTextHolds('m.folded_text', query.search))
  return members
}

/** The roles to show for a person; for super admins only that role (ROL-078). */
export const rolesShown = (row: { platform_role: string | null; held_roles: Role[] }): Role[] =>
  row.platform_role ? [row.platform_role as Role] : row.held_roles

/** SQL: the last time the member used the portal; work of others in their name does not count (USR-050). */
const lastActive = sql<Date | null>`(
  select s.last_seen_at from sessions s
  where s.portal_id = m.portal_id and s.user_id = m.user_id and s.impersonator_id is null
  order by s.last_seen_at desc limit 1)`

/** SQL: how many courses the member takes now, or has completed. */
const coursesOf = (isCompleted: boolean, now: Date) => sql<number>`(
  select count(*)::int from enrollments e
  where e.portal_id = m.portal_id and e.user_id = m.user_id and e.role = 'learner' and e.ended_at is null
    and ${isCompleted ? sql`e.completed_at is not null` : sql`e.completed_at is null and e.expires_at > ${now}`})`

/** What each member takes, has completed and when they were last here, beside the columns of `matchingPeople` (USR-050). */
export const usageColumns = (now: Date) =>
  [
    lastActive.as('last_active_at'),
    coursesOf(false, now).as('current'),
    coursesOf(true, now).as('completed'),
    sql<boolean>`has_second_factor(m.user_id)`.as('has_second_factor'),
    secondFactorDueAt.as('second_factor_due_at'),
  ] as const

/** The last time somebody used the portal, or null (USR-050). */
export const lastActiveAt = async (tx: Tx, portalId: number, userId: number): Promise<Date | null> => {
  const row = await tx
    .selectFrom('portal_users as m')
    .select(lastActive.as('at'))
    .where('m.portal_id', '=', portalId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** The filter of a call as moments and ids: days are those of the portal's time zone. */
export const peopleFilterOf = (
  query: PeopleFilter & { date_from?: string | undefined; date_to?: string | undefined },
  zone: string,
): PeopleFilter => {
  const { date_from, date_to, ...filter } = query
  const { from, before } = spanOfDays({ ...(date_from && { date_from }), ...(date_to && { date_to }) }, zone)
  return { ...filter, ...(from && { joined_from: from }), ...(before && { joined_until: before }) }
}

/** A page of the portal's people with the roles they hold there; for a manager those of their courses (USR-025, USR-040). */
export const listUsers = async (tx: Tx, ctx: SignedIn, query: Query) => {
  const isAny = ctx.scope === 'any'
  const order = parseSort(query.sort, ['joined_at', 'name', 'email'])
  if (!order) throw fail('invalid', { field: 'sort' })
  const filter = peopleFilterOf(query, ctx.portal.setting.time_zone)
  let people = matchingPeople(tx, { ...lookerOf(ctx), scope: ctx.scope }, filter).select(usageColumns(ctx.now))
  if (query.search)
    people = people.where(await searchPeople(tx, query.search, { id: 'm.user_id', text: 'm.folded_text' }))
  const { data, meta } = await keysetPage(people, {
    cursor: query.cursor,
    per_page: query.per_page,
    sort: query.sort,
    keys: [SORTS[order.field]],
    direction: order.is_descending ? 'desc' : 'asc',
    id: 'm.user_id',
  })
  return {
    data: data.map((row) => ({
      id: row.id,
      display_name: displayName(row),
      avatar: avatarUrl(row),
      username: row.username,
      email: row.email,
      badge_number: row.badge_number,
      roles: rolesShown(row),
      is_blocked: row.is_blocked_here || row.is_blocked_everywhere,
      joined_at: row.joined_at,
      left_at: row.left_at,
      courses: isAny ? { current: row.current, completed: row.completed } : null,
      last_active_at: isAny ? row.last_active_at : null,
      has_second_factor: isAny ? row.has_second_factor : null,
      second_factor_due_at: isAny && !row.has_second_factor ? row.second_factor_due_at : null,
    })),
    meta,
  }
}
