import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconDownload, IconReceipt } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { listOrders } from '../../contract.ts'
import { ORDER_FILTERS } from '../filters.ts'
import { invoiceHref } from '../invoice.ts'
import { ORDERS_SPEC, orderQueries } from '../queries.ts'

type Row = Wire<typeof listOrders>['data'][number]

/** The own orders, newest first, with number, type, total, status and date (ORD-014). */
export function OrdersScreen() {
  const { portal } = useSession()
  const address = useListState(ORDERS_SPEC)
  const result = useQuery({
    ...orderQueries(useApi()).own({ ...address.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen<Row>
      title="Orders"
      text="Your purchases and invoices."
      actions={<ExportButton shown={{ kind: 'orders', query: address.query }} />}
      label="Orders"
      address={address}
      result={result}
      rowKey={(order) => order.id}
      rowName={(order) => `order ${order.number}`}
      rowHref={(order) => `/orders/${order.id}`}
      rowActions={(order) => [
        { label: 'Open', icon: IconReceipt, href: `/orders/${order.id}` },
        ...(order.invoice_number
          ? [{ label: 'Download the invoice', icon: IconDownload, href: invoiceHref(order.id) }]
          : []),
      ]}
      filters={ORDER_FILTERS}
      searchLabel="Order or invoice number"
      columns={[
        { key: 'number', title: 'Order', role: 'main', cell: (order) => `Order ${order.number}` },
        { key: 'type', title: 'Type', cell: (order) => order.type_name },
        {
          key: 'created_at',
          title: 'Date',
          isSortable: true,
          cell: (order) => <DayText value={order.created_at} />,
        },
        { key: 'status', title: 'Status', cell: (order) => <StatusBadge status={order.status_name} /> },
        { key: 'total', title: 'Total', align: 'right', cell: (order) => formatMoney(order.total) },
      ]}
      empty={{
        title: 'No orders yet',
        text: 'Your purchases will be listed here, with their invoices.',
        action: portal.flags.is_marketable && <LinkButton href="/course">Browse courses</LinkButton>,
      }}
    />
  )
}
