import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportButton } from '#features/exports/web/public.ts'
import { invoiceHref } from '#features/invoices/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { ORDER_WORDS, orderTypeName } from '#kernel/product/orders.ts'
import { ORDER_STATUS, type OrderStatus } from '#kernel/product/statuses.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCoin, IconDownload, IconReceipt, IconRefresh } from '#ui/icons.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { listPayments } from '../../contract.ts'
import { mayRefundType } from '../../rules/may-refund.ts'
import { PaymentDialog } from '../components/payment-dialog.tsx'
import { RefundDialog } from '../components/refund-dialog.tsx'
import { PAYMENT_FILTERS } from '../filters.ts'
import { moneyQueries, PAYMENTS_SPEC } from '../queries.ts'

type Row = Wire<typeof listPayments>['data'][number]

/** Payments and their refunds, with a refund button for people who may (ORD-019, ORD-022). */
export function PaymentsScreen() {
  const { viewer, portal } = useSession()
  const client = useQueryClient()
  const queries = moneyQueries(useApi())
  const address = useListState(PAYMENTS_SPEC)
  const result = useQuery({ ...queries.payments({ ...address.query }), placeholderData: keepPreviousData })
  const [refunded, setRefunded] = useState<Row | null>(null)
  const [shown, setShown] = useState<Row | null>(null)
  const mayRefund = viewer?.abilities.includes('payments.create') ?? false
  const by = { role: viewer?.current_role ?? null, is_core: portal.flags.is_core }
  const canRefund = (row: Row) =>
    mayRefund && row.order_status === ORDER_STATUS.completed && mayRefundType(row.type, by)
  return (
    <>
      <ListScreen<Row>
        title="Payments"
        text="Payments and refunds."
        actions={<ExportButton shown={{ kind: 'payments', query: address.query }} />}
        label="Payments"
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => `the payment of order ${row.order_number}`}
        rowHref={(row) => `/orders/${row.order_id}`}
        rowActions={(row) => [
          { label: 'Payment details', icon: IconCoin, run: () => setShown(row) },
          { label: 'Open the order', icon: IconReceipt, href: `/orders/${row.order_id}` },
          { label: 'Download the invoice', icon: IconDownload, href: invoiceHref(row.order_id) },
          ...(canRefund(row)
            ? [{ label: 'Refund', icon: IconRefresh, isDanger: true, run: () => setRefunded(row) }]
            : []),
        ]}
        filters={PAYMENT_FILTERS}
        searchLabel="Order number or payment"
        columns={[
          { key: 'order_number', title: 'Order', role: 'main', cell: (row) => `Order ${row.order_number}` },
          { key: 'user', title: 'Buyer', cell: (row) => row.user.display_name },
          { key: 'type', title: 'Type', role: 'secondary', cell: (row) => orderTypeName(row.type) },
          {
            key: 'created_at',
            title: 'Paid',
            isSortable: true,
            cell: (row) => <DayText value={row.paid_at} />,
          },
          {
            key: 'status',
            title: 'Status',
            cell: (row) => (
              <StatusBadge
                status={
                  row.has_failed_refund
                    ? 'refund_failed'
                    : row.refunded_total > 0 && row.order_status === ORDER_STATUS.completed
                      ? 'partially_refunded'
                      : ORDER_WORDS[row.order_status as OrderStatus]
                }
              />
            ),
          },
          {
            key: 'refunded_total',
            title: 'Refunded',
            align: 'right',
            role: 'secondary',
            cell: (row) => (row.refunded_total > 0 ? formatMoney(row.refunded_total) : '–'),
          },
          { key: 'amount', title: 'Amount', align: 'right', cell: (row) => formatMoney(row.amount) },
        ]}
        empty={{ title: 'No payments yet', text: 'Payments will be listed here.' }}
      />
      {shown && <PaymentDialog paymentId={shown.id} orderId={shown.order_id} onClose={() => setShown(null)} />}
      {refunded && (
        <RefundDialog
          orderId={refunded.order_id}
          orderNumber={refunded.order_number}
          onClose={() => setRefunded(null)}
          onRefunded={() => void client.invalidateQueries()}
        />
      )}
    </>
  )
}
