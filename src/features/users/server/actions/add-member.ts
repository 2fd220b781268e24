import { findOrCreateUser, giveRole, type NewUser } from '#features/accounts/server/api.ts'
import { DEFAULT_ROLE, type Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

type How = Parameters<typeof findOrCreateUser>[3] & { roles?: readonly Role[] }

/** Makes somebody a member of the portal with these roles, for an admin, the customer's system or a provider. */
export const addMember = async (
  tx: Tx,
  ctx: SignedIn,
  person: NewUser,
  { roles = [DEFAULT_ROLE], ...way }: How = {},
): Promise<number> => {
  const { user_id: id } = await findOrCreateUser(tx, ctx, person, way)
  for (const role of roles) await giveRole(tx, ctx, { user_id: id, role })
  await logActivity(tx, ctx, { action: 'user.join', subject_type: 'user', subject_id: id, changes: { roles } })
  return id
}
