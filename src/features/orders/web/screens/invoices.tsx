import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { useApi } from '#ui/api.tsx'
import { ListScreen } from '#ui/app/list-screen.tsx'
import { useListState } from '#ui/app/use-list-state.ts'
import { IconDownload, IconReceipt } from '#ui/icons.tsx'
import { DateText } from '#ui/public/time.tsx'
import type { listOrders } from '../../contract.ts'
import { invoiceHref } from '../invoice.ts'
import { INVOICES_SPEC, orderQueries } from '../queries.ts'

type Row = Wire<typeof listOrders>['data'][number]

/** The own invoices, newest first, each as a PDF (ORD-015). */
export function InvoicesScreen() {
  const address = useListState(INVOICES_SPEC)
  const result = useQuery({
    ...orderQueries(useApi()).invoices({ ...address.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <ProfileFrame title="Profile">
      <ListScreen<Row>
        label="Invoices"
        address={address}
        result={result}
        rowKey={(order) => order.id}
        rowName={(order) => `invoice ${order.invoice_number}`}
        rowHref={(order) => invoiceHref(order.id)}
        rowActions={(order) => [
          { label: 'Download the PDF', icon: IconDownload, href: invoiceHref(order.id) },
          { label: 'Open the order', icon: IconReceipt, href: `/orders/${order.id}` },
        ]}
        searchLabel="Order or invoice number"
        columns={[
          { key: 'invoice_number', title: 'Invoice', role: 'main', cell: (order) => order.invoice_number },
          { key: 'number', title: 'Order', cell: (order) => order.number },
          {
            key: 'created_at',
            title: 'Date',
            isSortable: true,
            cell: (order) => <DateText value={order.paid_at ?? order.created_at} />,
          },
          { key: 'total', title: 'Total', align: 'right', cell: (order) => formatMoney(order.total) },
        ]}
        empty={{ title: 'No invoices yet', text: 'The invoice of each order that you pay stands here.' }}
      />
    </ProfileFrame>
  )
}
