import { DEMO_BADGES } from '#kernel/access/demo-badges.ts'
import { displayedRoles, ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

/** Enough to choose from; the rest of the demo's people sign in by the form. */
const SHOWN = 12

/** The demo's people of a portal with their roles, the highest first: somebody of every role, then others, then those with a badge. */
export const demoPeople = async (tx: Tx, portalId: number, password: string) => {
  const rows = await tx
    .selectFrom('people as p')
    .leftJoin('portal_user_roles', (join) =>
      join.onRef('portal_user_roles.portal_id', '=', 'p.portal_id').onRef('portal_user_roles.user_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.email', 'p.username', 'p.first_name', 'p.middle_name', 'p.last_name', 'p.platform_role'])
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['portal_user_roles.role']).as('held'))
    .where('p.portal_id', '=', portalId)
    .where('p.left_at', 'is', null)
    .where('p.email', 'like', '%@example.com')
    .groupBy(['p.id', 'p.email', 'p.username', 'p.first_name', 'p.middle_name', 'p.last_name', 'p.platform_role'])
    .orderBy('p.id')
    .limit(100)
    .execute()
  const people = rows.map((row) => {
    const roleNames = new Set([...row.held, row.platform_role])
    const roles = ROLE_NAMES.filter((role): role is Role => roleNames.has(role))
    return {
      email: row.email ?? '',
      name: displayName(row),
      roles: displayedRoles(roles),
      password,
      badge_number: null,
      place: ROLE_NAMES.indexOf(roles[0] ?? 'learner'),
    }
  })
  const able = people.filter((person) => person.roles.length > 0)
  const isFirst = (person: (typeof able)[number], at: number) =>
    able.findIndex(({ place }) => place === person.place) === at
  const firsts = able.filter(isFirst)
  const others = able.filter((person, at) => !isFirst(person, at))
  const byEmail = [...firsts, ...others]
    .slice(0, SHOWN)
    .sort((a, b) => a.place - b.place)
    .map(({ place: _, ...person }) => person)
  return [...byEmail, ...(await badgeHolders(tx, portalId))]
}

/** The demo's people without an e-mail, with badge and PIN (BDG-035). */
const badgeHolders = async (tx: Tx, portalId: number) => {
  const rows = await tx
    .selectFrom('badges as b')
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'b.portal_id').onRef('p.id', '=', 'b.user_id'))
    .select(['b.number', 'p.email', 'p.username', 'p.first_name', 'p.middle_name', 'p.last_name'])
    .where('b.portal_id', '=', portalId)
    .where('b.number', 'in', [...DEMO_BADGES.numbers])
    .where('b.withdrawn_at', 'is', null)
    .orderBy('b.number')
    .execute()
  const roles = displayedRoles(['learner'])
  return rows.map((row) => ({
    email: row.email ?? '',
    name: displayName(row),
    roles,
    password: DEMO_BADGES.pin,
    badge_number: row.number,
  }))
}
