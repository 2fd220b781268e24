import { isInGroup, type Role } from '#kernel/access/roles.ts'
import { isPlanType, type OrderType } from '#kernel/product/orders.ts'

type By = { role: Role | null; is_core: boolean }

/**
 * Whether somebody who handles the payments of a portal may give the money of such an order back (ORD-050): what was paid
 * for a plan is the platform's, so it goes back by the platform's people and never by those who bought it.
 */
export const mayRefundType = (type: OrderType, { role, is_core }: By): boolean =>
  !isPlanType(type) || is_core || isInGroup(role, 'super_admins')
