import { togglesIn } from '#features/permissions/server/api.ts'
import { rolesIn } from '#features/sessions/server/api.ts'
import { accessOf, DEFAULT_ROLE, type Role, selectableRoles } from '#kernel/access/permissions.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ImportRecord } from './store.ts'

/** An import is about everyone in the portal; managers, who see their own people, have none (USR-060). */
export const requireAll = (ctx: SignedIn): void => {
  if (ctx.scope !== 'any') throw fail('not_enough_permissions')
}

/** The roles that the person may give with an import (ROL-081); one of the platform is given to a member, never on the way in. */
export const rolesToGive = ({ viewer, portal }: SignedIn): Role[] => [
  DEFAULT_ROLE,
  ...selectableRoles(viewer.current_role, portal.flags, viewer.toggles).filter(
    (role) => role !== 'sub_super_admin' && role !== DEFAULT_ROLE,
  ),
]

/** Who took the last step of an import, with the rights they have now; null when those are gone (USR-064). */
export const actorOf = async (
  tx: Tx,
  portal: PortalContext,
  record: Pick<ImportRecord, 'user_id' | 'role' | 'impersonator_id'>,
  now: Date,
): Promise<SignedIn | null> => {
  const person = await tx
    .selectFrom('people')
    .select(['email', 'username', 'first_name', 'middle_name', 'last_name', 'platform_role', 'is_blocked_everywhere'])
    .where('portal_id', '=', portal.id)
    .where('id', '=', record.user_id)
    .executeTakeFirst()
  if (!person || person.is_blocked_everywhere) return null
  const { roles, is_blocked, is_outside } = await rolesIn(tx, portal.id, record.user_id, person.platform_role)
  if (is_blocked || !roles.includes(record.role)) return null
  const toggles = await togglesIn(tx, portal, record.role)
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  if (accessOf(record.role, 'users.create', { toggles, condition }) !== 'any') return null
  return {
    portal,
    host_portal: portal,
    viewer: {
      user_id: record.user_id,
      session_id: 0,
      roles,
      current_role: record.role,
      is_outside,
      email: person.email ?? '',
      username: person.username,
      first_name: person.first_name,
      middle_name: person.middle_name,
      last_name: person.last_name,
      avatar: null,
      impersonator_id: record.impersonator_id,
      impersonator_name: null,
      toggles,
      is_token: false,
      second_factor: 'met',
    },
    scope: 'any',
    now,
    request: NO_REQUEST,
  }
}

export const RIGHTS_GONE =
  'The person who started this step may no longer import people here, so it stopped. What was done before is kept.'
