import { accessOf, type Permission, type Reach } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { ExportKind, ExportRequest } from './kinds.ts'

/** How far a permission of the viewer reaches in the portal of the call. */
export const reachOf = ({ viewer, portal }: SignedIn, permission: Permission): Reach =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** How far an export reaches for the viewer. */
export const reachOfKind = (ctx: SignedIn, kind: ExportKind): Reach => {
  const permission = kind.endpoint?.permission ?? kind.permission
  if (permission === undefined || permission === 'session') return 'own'
  return reachOf(ctx, permission as Permission)
}

/** Whether the viewer has what the kind needs besides its permission, for what is asked for. */
export const hasAllNeeded = (
  ctx: SignedIn,
  { also_needs: needs }: ExportKind,
  query: ExportRequest['query'],
): boolean => needs === undefined || reachOf(ctx, needs(query)) === 'any'

/** What the viewer asks for with an export link, as it can be kept. */
export const requestFrom = (
  ctx: SignedIn,
  scope: 'any' | 'own',
  query: Record<string, unknown> = {},
): ExportRequest => ({
  portal_id: ctx.portal.id,
  user_id: ctx.viewer.user_id,
  role: ctx.viewer.current_role,
  is_outside: ctx.viewer.is_outside,
  scope,
  time_zone: ctx.portal.setting.time_zone,
  today: dayOf(ctx.now, ctx.portal.setting.time_zone),
  asked_at: ctx.now.toISOString(),
  sees_emails: reachOf(ctx, 'users.view') !== 'none' || reachOf(ctx, 'enrollments.view') !== 'none',
  query,
})
