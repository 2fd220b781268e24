import { reachFor } from '#features/accounts/server/api.ts'
import { toggleActorOf } from '#features/permissions/server/api.ts'
import { isInGroup } from '#kernel/access/permissions.ts'
import { roleName } from '#kernel/access/roles.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Line } from '../rules/plan.ts'
import { allowedUnder, differencesOf, type Place, planRoles } from '../rules/roles.ts'
import type { Past, Values } from '../rules/state.ts'
import { shownPair } from '../rules/words.ts'
import { labelOf } from './present.ts'

const placeOf = (ctx: SignedIn): Place => {
  const { portal_kind: kind, condition } = toggleActorOf(ctx)
  return { kind, condition: condition as Place['condition'] }
}

const counted = (count: number): string => `${count} ${count === 1 ? 'permission' : 'permissions'}`
const NOBODY = { person: () => null, tag: () => null }

/** Each role with how much it could do then and can now, and below it each permission that differs (HIS-020). */
export const fieldsOfRoles = (ctx: SignedIn, before: Values, now: Values) => {
  const place = placeOf(ctx)
  const [was, is] = [allowedUnder(before, place), allowedUnder(now, place)]
  return differencesOf(was, is).flatMap(({ role, differs, ...count }) => [
    {
      field: role as string,
      label: roleName(role),
      part: role,
      before: counted(count.before),
      now: counted(count.now),
      differs: differs.length > 0,
      is_forgotten: false,
    },
    ...differs.map((field) => {
      const { from, to } = shownPair(field, [was.has(field), is.has(field)], NOBODY)
      return { ...labelOf('roles', field), before: from, now: to, differs: true, is_forgotten: false }
    }),
  ])
}

const CLOSED = 'You cannot change permissions here.'
const FOR_KINDS = 'Super admins change permissions for kinds of portals. An admin of this portal can restore it.'

/** What a restore of permissions would change in this portal, by the rules of their screen (HIS-021, ROL-075). */
export const planOfRoles = (ctx: SignedIn, now: Values, past: Past): Line[] => {
  const reasonOf = () => {
    if (isInGroup(ctx.viewer.current_role, 'super_admins')) return FOR_KINDS
    return reachFor(ctx, 'permissions.update') === 'none' ? CLOSED : null
  }
  return planRoles({ now, past, place: placeOf(ctx), actor: toggleActorOf(ctx), closed: reasonOf() })
}
