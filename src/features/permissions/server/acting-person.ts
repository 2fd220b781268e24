import { rolesIn } from '#features/sessions/server/api.ts'
import { accessOf, type Permission, type Role } from '#kernel/access/permissions.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { NO_REQUEST } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { togglesIn } from './toggle-store.ts'

/** Who took a step that a job carries out, and in which role. */
export type StepTaker = { user_id: number; role: Role; impersonator_id: number | null }

type Acting = { portal: PortalContext; taker: StepTaker; permission: Permission; now: Date }

/**
 * The person in whose name a job works, with the rights they have now and as far as this permission reaches; null when the
 * person, the role or the permission is gone.
 */
export const actingPerson = async (tx: Tx, { portal, taker, permission, now }: Acting): Promise<SignedIn | null> => {
  const person = await tx
    .selectFrom('people')
    .select(['email', 'username', 'first_name', 'middle_name', 'last_name', 'platform_role', 'is_blocked_everywhere'])
    .where('portal_id', '=', portal.id)
    .where('id', '=', taker.user_id)
    .executeTakeFirst()
  if (!person || person.is_blocked_everywhere) return null
  const { roles, is_blocked, is_outside } = await rolesIn(tx, portal.id, taker.user_id, person.platform_role)
  if (is_blocked || !roles.includes(taker.role)) return null
  const toggles = await togglesIn(tx, portal, taker.role)
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  const scope = accessOf(taker.role, permission, { toggles, condition })
  if (scope === 'none') return null
  return {
    portal,
    host_portal: portal,
    viewer: {
      user_id: taker.user_id,
      session_id: 0,
      roles,
      current_role: taker.role,
      is_outside,
      email: person.email ?? '',
      username: person.username,
      first_name: person.first_name,
      middle_name: person.middle_name,
      last_name: person.last_name,
      avatar: null,
      impersonator_id: taker.impersonator_id,
      impersonator_name: null,
      toggles,
      is_token: false,
      second_factor: 'met',
    },
    scope,
    now,
    request: NO_REQUEST,
  }
}
