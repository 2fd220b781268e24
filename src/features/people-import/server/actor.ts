import { actingPerson } from '#features/permissions/server/api.ts'
import { DEFAULT_ROLE, type Role, selectableRoles } from '#kernel/access/permissions.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
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
  taker: Pick<ImportRecord, 'user_id' | 'role' | 'impersonator_id'>,
  now: Date,
): Promise<SignedIn | null> => {
  const ctx = await actingPerson(tx, { portal, taker, permission: 'users.create', now })
  return ctx?.scope === 'any' ? ctx : null
}

export const RIGHTS_GONE =
  'The person who started this step may no longer import people here, so it stopped. What was done before is kept.'
