import type { Input } from '#kernel/endpoint.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import type { shippableProducts } from '../contract.ts'

/** Things that can be sent (CNT-015, CNT-035). */
export const productKind: ContentKind<Input<typeof shippableProducts.create>['body']> = {
  subject: 'shippable_product',
  table: 'shippable_products',
  columns: ['id', 'title', 'weight', 'width', 'height', 'length', 'value_cents as value', 'category'],
  search: 'title',
  sorts: { title: { name: 'title', type: 'text', expression: 'title collate "C"' } },
  slug_from: null,
  keep: ({ value, ...body }, { now }) => ({
    ...body,
    ...(value !== undefined && { value_cents: value }),
    updated_at: now,
  }),
  // Pages say what is sent with a course or a bundle.
  tags: ['courses', 'bundles'],
}
