import { csvExport, type ExportRequest } from '#features/exports/server/api.ts'
import { ORDER_WORDS, type OrderType, orderTypeName } from '#kernel/product/orders.ts'
import type { OrderStatus } from '#kernel/product/statuses.ts'
import * as contract from '../contract.ts'
import { countOrders, listOrders } from './lists.ts'

const SORT = { sort: '-created_at' }

const money = (cents: number): string => (cents / 100).toFixed(2)
const words = (text: string): string => text.replaceAll('_', ' ')
const statusOf = (status: number): string => words(ORDER_WORDS[status as OrderStatus])

type OrderRow = Awaited<ReturnType<typeof listOrders>>['data'][number]

const queryOf = ({ query, time_zone }: ExportRequest) => ({ ...query, time_zone })

/** The own orders as their list shows them. */
export const ordersExport = csvExport<OrderRow>({
  name: 'orders',
  title: 'My orders',
  text: 'What you bought, with amounts and invoice numbers.',
  endpoint: contract.exportOrders,
  file: 'orders',
  count: (tx, request, most) =>
    countOrders(tx, request.portal_id, { user_id: request.user_id }, queryOf(request), most),
  columns: () => [
    { title: 'Order', value: (row) => row.number },
    { title: 'Type', value: (row) => orderTypeName(row.type as OrderType) },
    { title: 'Date', value: (row) => row.created_at },
    { title: 'Status', value: (row) => statusOf(row.status) },
    { title: 'Invoice', value: (row) => row.invoice_number },
    { title: 'Total', value: (row) => money(row.total_cents) },
    { title: 'Refunded', value: (row) => money(row.refunded_cents) },
    { title: 'Currency', value: (row) => row.currency.toUpperCase() },
  ],
  page: (tx, request, at) =>
    listOrders(tx, request.portal_id, { user_id: request.user_id }, { ...queryOf(request), ...SORT, ...at }),
})
