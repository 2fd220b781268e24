import { type BuyerRow, presentBuyer } from '#features/orders/server/api.ts'
import { ORDER_WORDS, type OrderType, orderTypeName } from '#kernel/product/orders.ts'
import type { OrderStatus } from '#kernel/product/statuses.ts'

type RefundRow = {
  id: number
  order_id: number
  order_number: string
  amount_cents: number
  is_full: boolean
  origin: 'request' | 'late_payment' | 'not_fulfilled' | 'provider' | 'dispute'
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed'
  error: string | null
  created_at: Date
}

export const presentRefund = ({ amount_cents: amount, error: failure, ...refund }: RefundRow) => ({
  ...refund,
  amount,
  failure,
})

type PaymentRow = BuyerRow & {
  id: number
  order_id: number
  order_number: string
  order_status: number
  order_email: string
  type: string
  payment_reference: string
  amount_cents: number
  tax_cents: number
  fee_cents: number | null
  refunded_cents: number
  has_failed_refund: boolean
  paid_at: Date
}

export const presentPayment = (row: PaymentRow, showsEmail: boolean) => ({
  id: row.id,
  order_id: row.order_id,
  order_number: row.order_number,
  order_status: row.order_status,
  type: row.type as OrderType,
  payment_reference: row.payment_reference,
  amount: row.amount_cents,
  tax: row.tax_cents,
  fee: row.fee_cents,
  refunded_total: row.refunded_cents,
  has_failed_refund: row.has_failed_refund,
  paid_at: row.paid_at,
  user: presentBuyer(row, showsEmail ? row.order_email : null),
})

type Amounts = { gross: number; provider_fee: number; platform_share: number; refunded: number }

/** What is left of what came, in cents: less what went back, the provider's fee and the platform's share (ORD-025). */
export const withNet = <T extends Amounts>(row: T) => ({
  ...row,
  net: row.gross - row.refunded - row.provider_fee - row.platform_share,
})

type EarningRow = Amounts & {
  id: number
  order_id: number
  order_number: string
  type: string
  order_status: number
  paid_at: Date
}

export const presentEarning = (row: EarningRow) => ({
  ...withNet(row),
  type: row.type as OrderType,
  type_name: orderTypeName(row.type as OrderType),
  order_status_name: ORDER_WORDS[row.order_status as OrderStatus],
})
