import { isInGroup, type Role } from '#kernel/access/roles.ts'
import { isPlanType, type OrderType } from '#kernel/product/orders.ts'

type By = { role: Role | null; is_core: boolean }

/**
 * Whether somebody who handles the payments of a portal may refund such an order (ORD-050): a payment for a plan is the
 * platform's, so only the platform's people may refund it, never the buyers.
 */
export const mayRefundType = (type: OrderType, { role, is_core }: By): boolean =>
  !isPlanType(type) || is_core || isInGroup(role, 'super_admins')
