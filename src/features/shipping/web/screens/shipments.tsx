import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPackage, IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { SHIPMENTS_SPEC, shippingQueries } from '../queries.ts'
import { badgeOf, SENT_OPTIONS, type Shipment, STATUS_WORDS } from '../words.ts'

const hrefOf = ({ id }: Shipment) => `/shipments/${id}`
const thingsOf = ({ items }: Shipment) => items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')

/** Every shipment of the portal, newest first (SHP-010, ROU-066). */
export function ShipmentsScreen() {
  const session = useSession()
  const address = useListState(SHIPMENTS_SPEC)
  const result = useQuery({
    ...shippingQueries(useApi()).list({ ...address.query }),
    placeholderData: keepPreviousData,
  })
  const create = can(session, 'shipments.create') && (
    <LinkButton icon={IconPlus} href="/shipments/create">
      New shipment
    </LinkButton>
  )
  return (
    <ListScreen<Shipment>
      title="Shipments"
      text="Packages to buyers, with labels and tracking."
      actions={create}
      label="Shipments"
      address={address}
      result={result}
      rowKey={({ id }) => id}
      rowName={({ id }) => `shipment ${id}`}
      rowHref={hrefOf}
      rowActions={(shipment) => [{ label: 'Open', icon: IconPackage, href: hrefOf(shipment) }]}
      filters={[
        {
          name: 'status',
          label: 'Status',
          options: Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
        },
        { name: 'option', label: 'Option', options: SENT_OPTIONS },
      ]}
      searchLabel="Recipient, order or tracking number"
      columns={[
        { key: 'user', title: 'Recipient', role: 'main', cell: ({ user }) => user.name },
        { key: 'items', title: 'Contents', role: 'secondary', width: '34%', cell: thingsOf },
        { key: 'order', title: 'Order', width: 96, cell: ({ order_number: number }) => number ?? 'By hand' },
        {
          key: 'created_at',
          title: 'Created',
          width: 124,
          isSortable: true,
          cell: ({ created_at: at }) => <DateText value={at} />,
        },
        { key: 'status', title: 'Status', width: 190, cell: (shipment) => <StatusBadge {...badgeOf(shipment)} /> },
      ]}
      empty={{
        title: 'No shipments yet',
        text: 'We create a shipment when someone buys a course or bundle that ships something.',
        action: create,
      }}
    />
  )
}
