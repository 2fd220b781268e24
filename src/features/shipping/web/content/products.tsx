import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { titleColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { shippableProducts } from '../../contract.ts'

type Row = Wire<typeof shippableProducts.list>['data'][number]

/** Things that can be sent, by title (CNT-015). */
export const products = contentKind<Row>({
  resource: 'bundles',
  calls: shippableProducts,
  path: '/portals/shippable-products',
  title: 'Shippable products',
  text: 'Manuals, kits and cards we ship to people who buy a course or a bundle.',
  noun: 'product',
  nouns: 'products',
  sorts: ['title'],
  columns: [
    titleColumn,
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
  empty: 'Add what you ship with a course, such as a printed manual, with its weight and size.',
})
