import { avatarUrl } from '#features/accounts/server/api.ts'
import { ORDER_WORDS, type OrderType, orderTypeName } from '#kernel/product/orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import type { AddressValues } from '../contract.ts'
import type { loadCourseOutcomes, loadItems, OrderRow } from './store.ts'

/** The columns of the buyer, joined to an order or payment. */
export type BuyerRow = {
  user_id: number
  buyer_name: string | null
  avatar: string | null
  avatar_changed_at: Date | null
}

/**
 * The buyer by the name they bought with (ORD-052); the e-mail only for the buyer and for people who may open the
 * person (API-023).
 */
export const presentBuyer = (row: BuyerRow, email: string | null) => ({
  id: row.user_id,
  display_name: row.buyer_name ?? '',
  avatar: avatarUrl(row),
  email,
})

type ListedOrder = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'portal_id'
  | 'currency'
  | 'total_cents'
  | 'refunded_cents'
  | 'invoice_number'
  | 'created_at'
  | 'paid_at'
  | 'email'
> & { type: string; status: number }

/** An order in a list. */
export const presentRow = (order: ListedOrder, buyer: BuyerRow, showsEmail: boolean) => ({
  id: order.id,
  number: order.number,
  portal_id: order.portal_id,
  type: order.type as OrderType,
  type_name: orderTypeName(order.type as OrderType),
  status: order.status,
  status_name: ORDER_WORDS[order.status as OrderStatus],
  currency: order.currency,
  total: order.total_cents,
  refunded_total: order.refunded_cents,
  invoice_number: order.invoice_number,
  created_at: order.created_at,
  paid_at: order.paid_at,
  user: presentBuyer(buyer, showsEmail ? order.email : null),
})

/** A stored address as it is answered; every field stands. */
export const presentAddress = (stored: unknown) => {
  if (!stored) return null
  const { address, address_2, city, state, zip_code, country } = stored as AddressValues
  return { address, address_2: address_2 ?? null, city, state, zip_code, country }
}

type Items = Awaited<ReturnType<typeof loadItems>>
type Courses = Awaited<ReturnType<typeof loadCourseOutcomes>>

/** One order with what was bought, for its buyer or for those who handle payments. */
export const presentOrder = (
  order: OrderRow,
  parts: {
    items: Items
    courses: Courses
    buyer: BuyerRow
    as: 'buyer' | 'staff'
    showsEmail: boolean
    provider: string | null
    failedRefund: { amount_cents: number; error: string | null; settled_at: Date | null } | null
  },
) => ({
  ...presentRow(order, parts.buyer, parts.showsEmail),
  items: parts.items.map((item) => ({
    kind: item.kind,
    id: item.item_id,
    title: item.title,
    slug: item.slug,
    courses: item.courses,
    quantity: item.quantity,
    unit_price: item.unit_price_cents,
    total: item.total_cents,
  })),
  courses: parts.courses,
  subtotal: order.subtotal_cents,
  tax: order.tax_cents,
  billing_address: presentAddress(order.billing_address),
  shipping_address: presentAddress(order.shipping_address),
  payment_reference: order.payment_reference,
  cancelled_at: order.cancelled_at,
  reason: order.reason,
  payment_url: parts.as === 'buyer' && order.status === ORDER_STATUS.pending ? order.checkout_url : null,
  password_provider: parts.provider,
  portal_url: (order.details as { portal_url?: string } | null)?.portal_url ?? null,
  dispute:
    parts.as === 'staff' && order.dispute_status
      ? { status: order.dispute_status as 'open' | 'won' | 'lost', fee: order.dispute_fee_cents }
      : null,
  failed_refund: parts.failedRefund && {
    amount: parts.failedRefund.amount_cents,
    failed_at: parts.failedRefund.settled_at ?? order.created_at,
    reason: parts.as === 'staff' ? parts.failedRefund.error : null,
  },
})
