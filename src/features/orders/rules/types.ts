/** What an order is for (ORD-004). */
export const ORDER_TYPES = [
  'course',
  'bundle',
  'subscription',
  'partner-subscription',
  'partner-subscription-credit',
  'change-subscription',
  'credits-on-course',
  'credits-on-portal',
  'learner-reenroll',
] as const
export type OrderType = (typeof ORDER_TYPES)[number]

const NAMES: Partial<Record<OrderType, string>> = {
  course: 'Course',
  subscription: 'Subscription',
  bundle: 'Bundle',
  'partner-subscription': 'Partner subscription',
}

/** How people read a type; everything beside the first four is a credit order (ORD-003, ORD-005). */
export const orderTypeName = (type: OrderType): string => NAMES[type] ?? 'Credits'

/** The success page an order leads to (CRT-028). */
export const successKind = (type: OrderType): 'course' | 'bundle' | 'subscription' => {
  if (type === 'course' || type === 'credits-on-course' || type === 'learner-reenroll') return 'course'
  return type === 'bundle' ? 'bundle' : 'subscription'
}
