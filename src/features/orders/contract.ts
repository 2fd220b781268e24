import { PersonShown } from '#features/accounts/contract.ts'
import { StoredAddress } from '#features/addresses/contract.ts'
import { day, endpoint, id, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { ORDER_STATUS } from './rules/status.ts'
import { ORDER_TYPES } from './rules/types.ts'

export type { AddressValues } from '#features/addresses/contract.ts'
export type { OrderStatus } from './rules/status.ts'
export type { OrderType } from './rules/types.ts'

const text = z.nullable(z.string())

const Buyer = z.object({
  ...PersonShown.shape,
  /** For the buyer and for those who may open the person (API-023). */
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
  /** The portal that the order has made for its buyer. */
  portal_url: text,
  /** A chargeback (ORD-048); for the roles of ROL-050 alone. */
  dispute: z.nullable(z.object({ status: z.enum(['open', 'won', 'lost']), fee: money })),
  /** The last refund, where its money has come back from the buyer's bank and none has followed (ORD-051). */
  failed_refund: z.nullable(z.object({ amount: money, failed_at: time, reason: text })),
})

const status = z.coerce.number<number>().check(
  z.int(),
  z.refine((value) => Object.values(ORDER_STATUS).includes(value as never)),
)
const newestFirst = {
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
    status: z.optional(status),
    user_id: z.optional(id),
    /** Only orders with an invoice (ORD-015). */
    has_invoice: z.optional(z.stringbool()),
  }),
  response: page(OrderRow),
  errors: ['not_enough_permissions'],
})

const { search, date_from, date_to } = newestFirst
const exported = { search, date_from, date_to, type: z.optional(z.enum(ORDER_TYPES)), status: z.optional(status) }

/** The own orders with the columns and filters of their list (API-019). */
export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders/export',
  permission: 'orders.view',
  summary: 'Export the own orders as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(exported),
})

/** The payments that the caller may see, with the columns and filters of their list (API-019). */
export const exportPayments = endpoint({
  method: 'GET',
  path: '/payments/export',
  permission: 'payments.view',
  summary: 'Export payments as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(exported),
})

/** What came of payments, with the columns and filters of their list (API-019, ORD-025). */
export const exportEarnings = endpoint({
  method: 'GET',
  path: '/earnings/export',
  permission: 'payments.view',
  summary: 'Export earnings as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(exported),
})

/** Orders that visitors of one network may ask for in vain in a minute: their numbers follow each other. */
const TRIED_ORDERS = 60

export const showOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  permission: 'public',
  summary: 'One order, for its buyer, for the browser that checked out, and for the roles of payments',
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
  failure_limit: TRIED_ORDERS,
  params: z.object({ id }),
  response: one(Order),
  errors: ['not_found', 'invalid', 'maintenance'],
})

export const downloadInvoice = endpoint({
  method: 'GET',
  path: '/orders/:id/invoice',
  permission: 'public',
  summary: 'The invoice of a paid order as PDF, also by the signed link of the invoice mail',
  failure_limit: TRIED_ORDERS,
  params: z.object({ id }),
  query: z.object({ expires: z.optional(z.coerce.number<number>().check(z.int())), signature: z.optional(z.string()) }),
  gives: 'file',
  errors: ['not_found', 'no_payment_yet'],
})

export const sendInvoice = endpoint({
  method: 'POST',
  path: '/orders/:id/send-invoice',
  permission: 'orders.update',
  summary: 'Mail the invoice of a paid order to an address',
  limit: 30,
  params: z.object({ id }),
  body: z.object({ email: rule.email() }),
  errors: ['not_found', 'no_payment_yet'],
})

export const Refund = z.object({
  id: z.int(),
  order_id: z.int(),
  order_number: z.string(),
  amount: money,
  is_full: z.boolean(),
  origin: z.enum(['request', 'late_payment', 'not_fulfilled', 'provider', 'dispute']),
  reason: text,
  /** `pending` until the provider has taken it; it is tried until then. */
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Why it failed, in words. */
  failure: text,
  created_at: time,
})

/** What can still go back of an order and what would go with it, line by line (ORD-022, ORD-045). */
export const Refundable = z.object({
  /** 0 where nothing can go back. */
  most: money,
  total: money,
  subtotal: money,
  refunded: money,
  shares: z.array(z.object({ total: money, seats: z.int(), used: z.int(), unused: z.int() })),
})

export const showRefundable = endpoint({
  method: 'GET',
  path: '/orders/:id/refundable',
  permission: 'payments.create',
  summary: 'What of an order can still go back, and what it would take with it',
  // Taking the unused credits is tried and undone.
  is_read_only: false,
  params: z.object({ id }),
  response: one(Refundable),
  errors: ['not_found', 'not_enough_permissions', 'no_payment_yet'],
})

export const refundOrder = endpoint({
  method: 'POST',
  path: '/orders/:id/refunds',
  permission: 'payments.create',
  summary: 'Give money of an order back; without an amount all that can be refunded',
  is_idempotent: true,
  is_closed_to_impersonation: true,
  params: z.object({ id }),
  body: z.object({
    amount: z.optional(money),
    reason: z.optional(z.nullable(rule.plainText(500, { has_lines: true }))),
  }),
  response: one(Refund),
  errors: ['not_found', 'not_enough_permissions', 'no_payment_yet', 'max_value', 'min_value', 'invalid'],
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/refunds',
  permission: 'payments.view',
  summary: 'Refunds, newest first',
  query: z.object({ ...newestFirst, order_id: z.optional(id) }),
  response: page(Refund),
})

export const Payment = z.object({
  id: z.int(),
  order_id: z.int(),
  order_number: z.string(),
  order_status: z.int(),
  type: z.enum(ORDER_TYPES),
  payment_reference: z.string(),
  amount: money,
  tax: money,
  /** What the provider keeps; null until it has said so. */
  fee: z.nullable(money),
  refunded_total: money,
  /** Whether the last refund of it has come back from the buyer's bank (ORD-051). */
  has_failed_refund: z.boolean(),
  paid_at: time,
  user: Buyer,
})

export const listPayments = endpoint({
  method: 'GET',
  path: '/payments',
  permission: 'payments.view',
  summary: 'Payments, newest first',
  query: z.object({ ...newestFirst, type: z.optional(z.enum(ORDER_TYPES)), status: z.optional(status) }),
  response: page(Payment),
})

export const showPayment = endpoint({
  method: 'GET',
  path: '/payments/:id',
  permission: 'payments.view',
  summary: 'One payment',
  params: z.object({ id }),
  response: one(Payment),
  errors: ['not_found'],
})

const amounts = {
  /** What the buyer paid, tax included. */
  gross: money,
  /** What the provider keeps; 0 until it has said so. */
  provider_fee: money,
  /** What the platform keeps of a sale that is passed on (PAR-016). */
  platform_share: money,
  refunded: money,
  net: money,
}

/** What came of one payment (ORD-025). */
export const Earning = z.object({
  id: z.int(),
  order_id: z.int(),
  order_number: z.string(),
  type: z.enum(ORDER_TYPES),
  type_name: z.string(),
  order_status: z.int(),
  order_status_name: z.string(),
  paid_at: time,
  ...amounts,
})

export const listEarnings = endpoint({
  method: 'GET',
  path: '/earnings',
  permission: 'payments.view',
  summary: 'Gross, provider fee, platform share and net of each paid order, and of all that match together',
  query: z.object({ ...newestFirst, type: z.optional(z.enum(ORDER_TYPES)), status: z.optional(status) }),
  response: z.object({
    data: z.array(Earning),
    meta: z.object({
      next_cursor: z.nullable(z.string()),
      prev_cursor: z.nullable(z.string()),
      totals: z.object({ ...amounts, payments: z.int() }),
    }),
  }),
})

/** The account at the provider that the money of sales goes to (ORD-023). */
export const PaymentAccount = z.object({
  account_id: z.string(),
  /** Whether money is passed on to it. */
  is_ready: z.boolean(),
  is_submitted: z.boolean(),
  /** Whether it has taken the platform's access back at the provider; going on makes a new one. */
  is_disconnected: z.boolean(),
  open_requirements: z.array(z.string()),
  /** The partner's part of a sale in percent; null where none is agreed, and for portals. */
  share_percent: z.nullable(z.int()),
})

export const showPaymentAccount = endpoint({
  method: 'GET',
  path: '/payment-account',
  permission: 'payments.view',
  summary: 'The payment account of the portal, for partners that of their company; null without one',
  response: z.object({ data: z.nullable(PaymentAccount) }),
})

export const startOnboarding = endpoint({
  method: 'POST',
  path: '/payment-account/onboarding',
  permission: 'payments.create',
  summary: 'A link to the provider’s onboarding, which works for some minutes',
  is_closed_to_impersonation: true,
  body: z.object({ return_url: z.string(), refresh_url: z.string() }),
  response: one(z.object({ url: z.string() })),
  errors: ['invalid', 'maintenance'],
})

/** Messages of the payment provider, checked by their signature over the bytes as sent (ORD-024). */
export const receivePaymentMessage = endpoint({
  method: 'POST',
  path: '/payments/webhook',
  permission: 'public',
  summary: 'Messages of the payment provider',
  takes: 'raw',
  csrf: false,
  is_always_open: true,
  response: z.object({ received: z.boolean() }),
  errors: ['invalid'],
})

/** Live event on `notifications.{userId}`: an order of the person has been completed or has failed. */
export const OrderEvent = z.object({ id: z.int(), status: z.int() })
export const ORDER_COMPLETED = 'order.completed'
export const ORDER_FAILED = 'order.failed'
