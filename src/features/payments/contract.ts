import { Buyer, exportedFilters, newestFirst, statusFilter } from '#features/orders/contract.ts'
import { endpoint, id, money, one, page, time } from '#kernel/endpoint.ts'
import { ORDER_TYPES } from '#kernel/product/orders.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A dispute that is open, or a last refund that failed. */
const trouble = z.enum(['disputed', 'refund_failed'])

/** The payments that the caller may see, with the columns and filters of their list (API-019). */
export const exportPayments = endpoint({
  method: 'GET',
  path: '/payments/export',
  permission: 'payments.view',
  summary: 'Export payments as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object({ ...exportedFilters, trouble: z.optional(trouble) }),
})

/** What came of payments, with the columns and filters of their list (API-019, ORD-025). */
export const exportEarnings = endpoint({
  method: 'GET',
  path: '/earnings/export',
  permission: 'payments.view',
  summary: 'Export earnings as CSV',
  gives: 'file',
  is_read_only: false,
  query: z.object(exportedFilters),
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
  query: z.object({
    ...newestFirst,
    type: z.optional(z.enum(ORDER_TYPES)),
    status: z.optional(statusFilter),
    trouble: z.optional(trouble),
  }),
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
  query: z.object({ ...newestFirst, type: z.optional(z.enum(ORDER_TYPES)), status: z.optional(statusFilter) }),
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
  /** The partner's percentage of a sale; null if none is agreed, and for portals. */
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
