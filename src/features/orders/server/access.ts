import { loadCompanyOf } from '#features/courses/server/api.ts'
import { accessOf, type Permission, type Reach } from '#kernel/access/permissions.ts'
import type { Context, SignedIn, Viewer } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { HttpAccess } from '#platform/http/route.ts'
import type { Config } from '#platform/process/config.ts'
import { isSame, sign } from '#platform/secrets.ts'
import type { Within } from './lists.ts'
import { isOfCompany, loadOrder, lockOrder, type OrderRow } from './store.ts'

/** How long the browser that checked out may read its order (ROU-046). */
export const PASS_SECONDS = 24 * 3600

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

/** The cookie that lets a browser read one order; its name holds the id, so that a second order does not replace it. */
export const passCookie = (orderId: number): string => `order_${orderId}`

const passText = (portalId: number, orderId: number, expires: number) => `${portalId}:${orderId}:${expires}`

/** The value of the cookie: until when, and the signature over portal, order and time. */
export const makePass = (config: Config, portalId: number, orderId: number, now: Date): string => {
  const expires = secondsOf(now) + PASS_SECONDS
  return `${expires}.${sign(config.secret, 'order pass', passText(portalId, orderId, expires))}`
}

/** Whether the browser brings a valid pass for this order of this portal. */
export const hasPass = (config: Config, http: HttpAccess, portalId: number, orderId: number, now: Date): boolean => {
  const [until = '', signature = ''] = (http.cookies[passCookie(orderId)] ?? '').split('.')
  const expires = Number(until)
  if (!Number.isSafeInteger(expires) || expires <= secondsOf(now)) return false
  return isSame(signature, sign(config.secret, 'order pass', passText(portalId, orderId, expires)))
}

/**
 * How far a permission of the viewer reaches in the portal, for calls that need it in addition to their own permission.
 */
export const reachOf = (ctx: Pick<Context, 'portal' | 'viewer'>, permission: Permission): Reach => {
  const { viewer, portal } = ctx
  if (!viewer) return 'none'
  return accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })
}

/** Whether the viewer handles the portal's payments, and so this order: all of them, or as partner the company's own (ROL-050). */
export const handles = async (
  tx: Tx,
  ctx: Context,
  viewer: Viewer,
  orderId: number,
  permission: Permission,
): Promise<boolean> => {
  const reach = reachOf(ctx, permission)
  if (reach !== 'own') return reach === 'any'
  const company = await loadCompanyOf(tx, ctx.portal.id, viewer.user_id)
  if (company === null) return false
  const row = await tx
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.portal_id', '=', ctx.portal.id)
    .where('o.id', '=', orderId)
    .where(isOfCompany(company))
    .executeTakeFirst()
  return row !== undefined
}

export type Seen = { order: OrderRow; as: 'buyer' | 'staff' }
export type OrderRequest = { id: number; config: Config; http: HttpAccess; locks?: boolean }

/**
 * The order for its buyer, for the browser that checked out, or for those who handle payments; null for everyone else.
 */
export const seeOrder = async (
  tx: Tx,
  ctx: Context,
  { id, config, http, locks }: OrderRequest,
): Promise<Seen | null> => {
  const order = await (locks ? lockOrder : loadOrder)(tx, ctx.portal.id, id)
  if (!order) return null
  const { viewer } = ctx
  if (viewer?.user_id === order.user_id) return { order, as: 'buyer' }
  if (viewer && (await handles(tx, ctx, viewer, id, 'payments.view'))) return { order, as: 'staff' }
  return hasPass(config, http, ctx.portal.id, id, ctx.now) ? { order, as: 'buyer' } : null
}

/** What a permission lets the viewer see of the portal's orders: all, or as partner the company's. */
export const withinOf = async (tx: Tx, ctx: SignedIn, reach: 'any' | 'own'): Promise<Within> =>
  reach === 'any' ? 'portal' : { company_id: await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id) }

export const maySeeEmails = (ctx: Context) =>
  reachOf(ctx, 'users.view') === 'any' || reachOf(ctx, 'enrollments.view') === 'any'
