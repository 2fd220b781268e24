import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge, wordOf } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconFileText, IconPackage } from '#ui/icons.tsx'
import { Price } from '#ui/public/products/price.tsx'
import type { listPortalBundles } from '../../contract.ts'
import { PORTAL_BUNDLES_SPEC, portalBundles } from '../portal-bundle-list.ts'

type Bundle = Wire<typeof listPortalBundles>['data'][number]

const STATUSES = Object.entries(PUBLICATION).map(([name, value]) => ({ value: String(value), name }))
const statusOf = (bundle: Bundle) =>
  STATUSES.find(({ value }) => value === String(bundle.publication_status))?.name ?? 'draft'
const shippingHref = ({ id }: Bundle) => `/portals/bundles/${id}/shipping`

/** Every bundle of the portal with its price and status, published or not (CRT-033, ROL-042). */
export function PortalBundlesScreen() {
  const address = useListState(PORTAL_BUNDLES_SPEC)
  const result = useQuery({ ...portalBundles(useApi(), { ...address.query }), placeholderData: keepPreviousData })
  return (
    <ListScreen<Bundle>
      title="Bundles"
      text="Courses sold together at one price."
      label="Bundles"
      address={address}
      result={result}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      rowHref={shippingHref}
      rowActions={(bundle) => [
        { label: 'Shipping', icon: IconPackage, href: shippingHref(bundle) },
        ...(bundle.publication_status === PUBLICATION.published
          ? [{ label: 'Open the public page', icon: IconFileText, href: `/bundles/${bundle.slug}` }]
          : []),
      ]}
      filters={[
        {
          name: 'publication_status',
          label: 'Status',
          options: STATUSES.map(({ value, name }) => ({ value, label: wordOf(name) })),
        },
      ]}
      searchLabel="Title"
      columns={[
        { key: 'title', title: 'Bundle', role: 'main', cell: ({ title }) => title },
        { key: 'courses', title: 'Courses', align: 'right', width: 110, cell: ({ courses_count: count }) => count },
        { key: 'status', title: 'Status', width: 170, cell: (bundle) => <StatusBadge status={statusOf(bundle)} /> },
        {
          key: 'price',
          title: 'Price',
          align: 'right',
          width: 190,
          cell: ({ price, discount_price: discount }) =>
            discount === null ? formatMoney(price) : <Price amount={discount} old={price} />,
        },
      ]}
      empty={{ title: 'No bundles yet', text: 'Bundles that this portal sells will be listed here.' }}
    />
  )
}
