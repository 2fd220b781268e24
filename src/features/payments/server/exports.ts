import { loadCompanyOf } from '#features/courses/server/api.ts'
import { type Column, csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import type { Within } from '#features/orders/server/api.ts'
import { ORDER_WORDS, type OrderType, orderTypeName } from '#kernel/product/orders.ts'
import type { OrderStatus } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import * as contract from '../contract.ts'
import { countEarnings, countPayments, listEarnings, listPayments } from './lists.ts'
import { withNet } from './present.ts'

const SORT = { sort: '-created_at' }

const money = (cents: number): string => (cents / 100).toFixed(2)
const words = (text: string): string => text.replaceAll('_', ' ')
const statusOf = (status: number): string => words(ORDER_WORDS[status as OrderStatus])

type PaymentRow = Awaited<ReturnType<typeof listPayments>>['data'][number]
type EarningRow = Awaited<ReturnType<typeof listEarnings>>['data'][number]

const queryOf = ({ query, time_zone }: ExportRequest) => ({ ...query, time_zone })

/** The part of the portal's money that the person handles: all, or as partner the company's (ROL-050). */
const withinOf = async (tx: Tx, request: ExportRequest): Promise<Within> =>
  request.scope === 'any' ? 'portal' : { company_id: await loadCompanyOf(tx, request.portal_id, request.user_id) }

const buyerEmail: Column<PaymentRow> = { title: 'E-mail', value: (row) => row.order_email }

/** Payments as their list shows them (ORD-019). */
export const paymentsExport = csvExport<PaymentRow>({
  name: 'payments',
  title: 'Payments',
  text: 'What was paid, and what went back of it.',
  endpoint: contract.exportPayments,
  file: 'payments',
  count: async (tx, request, most) =>
    countPayments(tx, request.portal_id, await withinOf(tx, request), queryOf(request), most),
  columns: ({ sees_emails: hasEmails }) => [
    { title: 'Order', value: (row) => row.order_number },
    { title: 'Buyer', value: (row) => row.buyer_name ?? '' },
    ...(hasEmails ? [buyerEmail] : []),
    { title: 'Type', value: (row) => orderTypeName(row.type as OrderType) },
    { title: 'Paid', value: (row) => row.paid_at },
    { title: 'Status', value: (row) => statusOf(row.order_status) },
    { title: 'Refunded', value: (row) => money(row.refunded_cents) },
    { title: 'Amount', value: (row) => money(row.amount_cents) },
    { title: 'Tax', value: (row) => money(row.tax_cents) },
    { title: 'Payment', value: (row) => row.payment_reference },
  ],
  page: async (tx, request, at) =>
    listPayments(tx, request.portal_id, await withinOf(tx, request), { ...queryOf(request), ...SORT, ...at }),
})

/** What came of each payment, as its list shows it (ORD-025). */
export const earningsExport = csvExport<EarningRow>({
  name: 'earnings',
  title: 'Earnings',
  text: 'Each payment after refunds, fees and shares.',
  endpoint: contract.exportEarnings,
  file: 'earnings',
  count: async (tx, request, most) =>
    countEarnings(tx, request.portal_id, await withinOf(tx, request), queryOf(request), most),
  columns: () => [
    { title: 'Order', value: (row) => row.order_number },
    { title: 'Type', value: (row) => orderTypeName(row.type as OrderType) },
    { title: 'Paid', value: (row) => row.paid_at },
    { title: 'Gross', value: (row) => money(row.gross) },
    { title: 'Refunded', value: (row) => money(row.refunded) },
    { title: 'Fee', value: (row) => money(row.provider_fee) },
    { title: 'Share', value: (row) => money(row.platform_share) },
    { title: 'Net', value: (row) => money(withNet(row).net) },
  ],
  page: async (tx, request, at) =>
    listEarnings(tx, request.portal_id, await withinOf(tx, request), { ...queryOf(request), ...SORT, ...at }),
})
