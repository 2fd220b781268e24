import { PersonShown } from '#features/accounts/contract.ts'
import { StoredAddress } from '#features/addresses/contract.ts'
import { day, endpoint, id, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { ORDER_TYPES } from '#kernel/product/orders.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { z } from '#kernel/schema.ts'

export type { AddressValues } from '#features/addresses/contract.ts'

const text = z.nullable(z.string())

export const Buyer = z.object({
  ...PersonShown.shape,
  /** For the buyer and for people who may open the person (API-023). */
  email: text,
})

const OrderItem = z.object({
  kind: z.enum(['course', 'bundle', 'credits', 'subscription', 'shipping']),
  id: z.nullable(z.int()),
  title: z.string(),
  slug: text,
  /** The courses of a bundle by the names they had when it was ordered (ORD-049); none for everything else. */
  courses: z.array(z.string()),
  quantity: z.int(),
  unit_price: money,
  total: money,
})

/** What an order has given for one of its courses: a seat of the buyer's own, or credits to give (ORD-044). */
const GivenCourse = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  seats: z.int(),
  /** Null until the order is complete. */
  outcome: z.nullable(z.enum(['enrolled', 'credits'])),
})

const orderRow = {
  id: z.int(),
  number: z.string(),
  portal_id: z.int(),
  type: z.enum(ORDER_TYPES),
  /** ORD-003. */
  type_name: z.string(),
  /** 1 pending, 2 canceled, 3 completed, 4 failed, 5 processing, 6 refunded (ORD-006). */
  status: z.int(),
  status_name: z.string(),
  currency: z.string(),
  total: money,
  refunded_total: money,
  invoice_number: text,
  created_at: time,
  paid_at: z.nullable(time),
  user: Buyer,
}

/** An order in lists (ORD-001, ORD-014). */
export const OrderRow = z.object(orderRow)

/** One order with what was bought (ORD-001, ORD-002). */
export const Order = z.object({
  ...orderRow,
  items: z.array(OrderItem),
  /** The courses behind the items, those of a bundle one by one; none for general credits. */
  courses: z.array(GivenCourse),
  subtotal: money,
  tax: money,
  billing_address: z.nullable(StoredAddress),
  shipping_address: z.nullable(StoredAddress),
  payment_reference: text,
  cancelled_at: z.nullable(time),
  /** Why it was canceled or failed. */
  reason: text,
  /** The provider's page of the buyer's pending order. */
  payment_url: text,
  /** The provider at which a buyer who is not signed in does so, instead of setting a password (SSO-028). */
  password_provider: text,
  /** The portal that the order has made for its buyer. */
  portal_url: text,
  /** A chargeback (ORD-048); only for the roles of ROL-050. */
  dispute: z.nullable(z.object({ status: z.enum(['open', 'won', 'lost']), fee: money })),
  /** The last refund, if the buyer's bank has returned its money and none has followed (ORD-051). */
  failed_refund: z.nullable(z.object({ amount: money, failed_at: time, reason: text })),
})

/** A status by which lists are filtered. */
export const statusFilter = z.coerce.number<number>().check(
  z.int(),
  z.refine((value) => Object.values(ORDER_STATUS).includes(value as never)),
)
/** How lists of orders, payments and refunds are asked. */
export const newestFirst = {
  ...listQuery(['created_at']),
  sort: z._default(z.enum(['-created_at', 'created_at']), '-created_at'),
  /** Whole days in UTC, both included. */
  date_from: z.optional(day),
  date_to: z.optional(day),
}

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  permission: 'orders.view',
  summary: 'Own orders, newest first; with scope=portal those of the portal',
  query: z.object({
    ...newestFirst,
    scope: z._default(z.enum(['own', 'portal']), 'own'),
    type: z.optional(z.enum(ORDER_TYPES)),
    status: z.optional(statusFilter),
    user_id: z.optional(id),
    /** Only orders with an invoice (ORD-015). */
    has_invoice: z.optional(z.stringbool()),
  }),
  response: page(OrderRow),
  errors: ['not_enough_permissions'],
})

const { search, date_from, date_to } = newestFirst
/** How their exports are asked. */
export const exportedFilters = {
  search,
  date_from,
  date_to,
  type: z.optional(z.enum(ORDER_TYPES)),
  status: z.optional(statusFilter),
}

/** The own orders with the columns and filters of their list (API-019). */
export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders/export',
  permission: 'orders.view',
  summary: 'Export the own orders as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(exportedFilters),
})

/** Orders that visitors of one network may ask for in vain in a minute: their numbers follow each other. */
export const TRIED_ORDERS = 60

export const showOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  permission: 'public',
  summary: 'One order, for its buyer, for the browser that checked out, and for the roles of payments',
  is_always_current: true,
  failure_limit: TRIED_ORDERS,
  params: z.object({ id }),
  response: one(Order),
  errors: ['not_found'],
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/:id/cancel',
  permission: 'public',
  summary: 'Cancel a pending order after leaving the payment page; the page is closed first',
  is_always_open: true,
  failure_limit: TRIED_ORDERS,
  params: z.object({ id }),
  response: one(Order),
  errors: ['not_found', 'invalid', 'maintenance'],
})

/** Live event on `notifications.{userId}`: an order of the person has been completed or has failed. */
export const OrderEvent = z.object({ id: z.int(), status: z.int() })
export const ORDER_COMPLETED = 'order.completed'
export const ORDER_FAILED = 'order.failed'
