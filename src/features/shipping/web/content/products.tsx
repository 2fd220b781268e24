import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import { shippableProducts } from '../../contract.ts'

type Row = Wire<typeof shippableProducts.list>['data'][number]

/** Things that can be sent, by title (CNT-015). */
export const products: ContentKind<Row> = {
  resource: 'bundles',
  calls: shippableProducts,
  path: '/portals/shippable-products',
  title: 'Shippable products',
  text: 'Manuals, kits and cards we ship to people who buy a course or a bundle.',
  words: { create: 'New product', search: 'Search products' },
  spec: { sorts: ['title'], sort: 'title' },
  nameOf: ({ title }) => title,
  columns: [
    { key: 'title', title: 'Title', role: 'main', isSortable: true, cell: ({ title }) => title },
    { key: 'weight', title: 'Weight', align: 'right', width: 120, cell: ({ weight }) => `${weight} lb` },
    {
      key: 'size',
      title: 'Size',
      width: 180,
      role: 'secondary',
      cell: ({ length, width, height }) => `${length} × ${width} × ${height} in`,
    },
    { key: 'value', title: 'Value', align: 'right', width: 120, cell: ({ value }) => formatMoney(value) },
  ],
  empty: {
    title: 'Nothing to ship yet',
    text: 'Add what you ship with a course, such as a printed manual, with its weight and size.',
  },
}
