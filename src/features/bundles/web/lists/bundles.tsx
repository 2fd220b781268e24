import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { changedColumn, titleColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { StatusBadge, wordOf } from '#ui/app/status-badge.tsx'
import { IconExternalLink, IconTruck } from '#ui/icons.tsx'
import { Price } from '#ui/public/products/price.tsx'
import * as contract from '../../contract-lists.ts'

type Row = Wire<typeof contract.bundles.list>['data'][number]

/** The words for the publication of a bundle, by number. */
export const STATUSES = Object.entries(PUBLICATION).map(([name, value]) => ({
  value: String(value),
  label: wordOf(name),
  name,
}))
const nameOf = ({ publication_status: status }: Pick<Row, 'publication_status'>) =>
  STATUSES.find(({ value }) => value === String(status))?.name ?? 'draft'
export const BundleStatus = (bundle: Pick<Row, 'publication_status'>) => <StatusBadge status={nameOf(bundle)} />

export const bundlePath = (slug: string) => `/bundles/${encodeURIComponent(slug)}`

/** Every bundle of the portal with its price and status, published or not (CRT-033, CNT-006, ROL-042). */
export const bundles = contentKind<Row>({
  calls: contract.bundles,
  resource: 'bundles',
  path: '/portals/bundles',
  title: 'Bundles',
  text: 'Courses sold together at one price.',
  noun: 'bundle',
  nouns: 'bundles',
  sorts: ['id', 'title', 'updated_at'],
  sort: '-id',
  filters: [{ name: 'publication_status', label: 'Status', options: STATUSES }],
  publication: {
    stateOf: ({ publication_status: status }) =>
      status === PUBLICATION.published ? 'published' : status === PUBLICATION.draft ? 'draft' : 'other',
  },
  actionsOf: ({ id, slug, publication_status: status }) => [
    { label: 'Shipping', icon: IconTruck, href: `/portals/bundles/${id}/shipping` },
    ...(status === PUBLICATION.published
      ? [{ label: 'Public page', icon: IconExternalLink, href: bundlePath(slug) }]
      : []),
  ],
  columns: [
    titleColumn,
    { key: 'courses', title: 'Courses', align: 'right', width: 110, cell: ({ courses_count: count }) => count },
    { key: 'status', title: 'Status', width: 150, cell: (bundle) => <BundleStatus {...bundle} /> },
    {
      key: 'price',
      title: 'Price',
      align: 'right',
      width: 190,
      cell: ({ price, discount_price: discount }) =>
        discount === null ? formatMoney(price) : <Price amount={discount} old={price} />,
    },
    changedColumn,
  ],
  empty: 'Sell courses that belong together at one price, below what they cost alone.',
})
