import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listOrders } from '#features/orders/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconDownload, IconReceipt } from '#ui/icons.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { invoiceHref } from '../invoice.ts'
import { INVOICES_SPEC, invoiceQueries } from '../queries.ts'

type Row = Wire<typeof listOrders>['data'][number]

type InvoiceListProps = {
  /** Whose invoices these are; the own ones without it. */
  userId?: number
  /** The text for an empty list. */
  empty: string
  /** Whether the orders can be opened as well. */
  opensOrders: boolean
}

/** The invoices of a person, newest first, each as a PDF (ORD-015). */
export function InvoiceList({ userId, empty, opensOrders }: InvoiceListProps) {
  const address = useListState(INVOICES_SPEC)
  const result = useQuery({
    ...invoiceQueries(useApi()).invoices({ ...address.query }, userId),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen<Row>
      label="Invoices"
      address={address}
      result={result}
      rowKey={(order) => order.id}
      rowName={(order) => `invoice ${order.invoice_number}`}
      rowHref={(order) => invoiceHref(order.id)}
      rowActions={(order) => [
        { label: 'Download the PDF', icon: IconDownload, href: invoiceHref(order.id) },
        ...(opensOrders ? [{ label: 'Open the order', icon: IconReceipt, href: `/orders/${order.id}` }] : []),
      ]}
      searchLabel="Order or invoice number"
      columns={[
        { key: 'invoice_number', title: 'Invoice', role: 'main', cell: (order) => order.invoice_number },
        { key: 'number', title: 'Order', cell: (order) => order.number },
        {
          key: 'created_at',
          title: 'Date',
          isSortable: true,
          cell: (order) => <DayText value={order.paid_at ?? order.created_at} />,
        },
        { key: 'total', title: 'Total', align: 'right', cell: (order) => formatMoney(order.total) },
      ]}
      empty={{ title: 'No invoices yet', text: empty }}
    />
  )
}
