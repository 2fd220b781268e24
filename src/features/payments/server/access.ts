import type { OrderRow } from '#features/orders/server/api.ts'
import { handles, lockOrder } from '#features/orders/server/api.ts'
import type { Context, Viewer } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayRefundType } from '../rules/may-refund.ts'

/**
 * The order, locked, for people who may refund it. Throws `not_found` for everyone else, and `not_enough_permissions`
 * for people who handle the portal's payments but not those of plans.
 */
export const lockRefundable = async (tx: Tx, ctx: Context & { viewer: Viewer }, id: number): Promise<OrderRow> => {
  const order = await lockOrder(tx, ctx.portal.id, id)
  if (!order || !(await handles(tx, ctx, ctx.viewer, id, 'payments.create'))) throw fail('not_found')
  if (!mayRefundType(order.type, { role: ctx.viewer.current_role, is_core: ctx.portal.flags.is_core }))
    throw fail('not_enough_permissions')
  return order
}
