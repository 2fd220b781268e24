import { togglesOfRoles } from '#features/permissions/server/api.ts'
import { accessOf, type Permission, type Reach, type Role } from '#kernel/access/permissions.ts'
import type { PortalContext } from '#kernel/context.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import type { AnyReport } from './report.ts'

/** Somebody who may open a report, in the role that sees most of it. */
export type Recipient = {
  id: number
  name: string
  first_name: string | null
  email: string
  role: Role
  is_outside: boolean
  scope: 'any' | 'own'
  sees_emails: boolean
}

const RANK: Record<Reach, number> = { any: 2, own: 1, none: 0 }

/**
 * Of these people of the portal, or of all of them, those who may open the report now: neither blocked nor gone, with the
 * right in one of their roles and the switches of the portal (ROL-051, ROL-075, REP-023).
 */
export const loadRecipients = async (
  tx: Tx,
  portal: PortalContext,
  report: AnyReport,
  userIds?: readonly number[],
): Promise<Recipient[]> => {
  if (userIds?.length === 0) return []
  const togglesOf = await togglesOfRoles(tx, portal)
  let query = tx
    .selectFrom('portal_user_roles as r')
    .innerJoin('people as p', (join) => join.onRef('p.portal_id', '=', 'r.portal_id').onRef('p.id', '=', 'r.user_id'))
    .select(['p.id', 'p.first_name', 'p.middle_name', 'p.last_name', 'p.username', 'p.email', 'r.role', 'r.is_outside'])
    .where('r.portal_id', '=', portal.id)
    .where('p.left_at', 'is', null)
    .where('p.is_blocked_here', '=', false)
    .where('p.is_blocked_everywhere', '=', false)
    // Reports are sent by mail alone.
    .where('p.email', 'is not', null)
    .where('r.role', 'not in', ['learner', 'editor'])
  if (userIds) query = query.where('r.user_id', 'in', [...userIds])
  const rows = await query.orderBy('p.first_name').orderBy('p.id').orderBy('r.role').execute()
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  const recipients = new Map<number, Recipient>()
  for (const row of rows) {
    const role = row.role as Role
    const reachOf = (permission: Permission) => accessOf(role, permission, { toggles: togglesOf(role), condition })
    const scope = reachOf('reports.view')
    if (scope === 'none' || (scope === 'own' && report.is_for_all)) continue
    const known = recipients.get(row.id)
    if (known && RANK[known.scope] >= RANK[scope]) continue
    recipients.set(row.id, {
      id: row.id,
      name: displayName(row),
      first_name: row.first_name,
      email: row.email ?? '',
      role,
      is_outside: row.is_outside,
      scope,
      sees_emails: reachOf('users.view') !== 'none' || reachOf('enrollments.view') !== 'none',
    })
  }
  return [...recipients.values()]
}
