import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'

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

/** How people read a type; every type after the first four is a credit order (ORD-003, ORD-005). */
export const orderTypeName = (type: OrderType): string => NAMES[type] ?? 'Credits'

/** Purchases from the platform for terms of 12 months; the card of such an order pays the following installments. */
const PLAN_TYPES: readonly OrderType[] = ['subscription', 'partner-subscription', 'change-subscription']
export const isPlanType = (type: OrderType): boolean => PLAN_TYPES.includes(type)

/** What portals and partner companies sell themselves; everything else is sold by the platform. */
export const SALE_TYPES: readonly OrderType[] = ['course', 'bundle', 'learner-reenroll']
export const isSaleType = (type: OrderType): boolean => SALE_TYPES.includes(type)

/** The success page an order leads to (CRT-028). */
export const successKind = (type: OrderType): 'course' | 'bundle' | 'subscription' => {
  if (type === 'course' || type === 'credits-on-course' || type === 'learner-reenroll') return 'course'
  return type === 'bundle' ? 'bundle' : 'subscription'
}

export type OrderWord = keyof typeof ORDER_STATUS

const { pending, cancelled, completed, failed, processing, refunded } = ORDER_STATUS

export const ORDER_WORDS: Record<OrderStatus, OrderWord> = {
  [pending]: 'pending',
  [cancelled]: 'cancelled',
  [completed]: 'completed',
  [failed]: 'failed',
  [processing]: 'processing',
  [refunded]: 'refunded',
}
