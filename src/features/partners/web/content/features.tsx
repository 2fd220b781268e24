import { BlockIcon } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import { partnerFeatures } from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'
import { placeColumn } from './place.tsx'

type Row = Wire<typeof partnerFeatures.list>['data'][number]

/** The features of the company in their order (PAR-005, PAR-011). */
export const features: ContentKind<Row> = {
  ...OF_PARTNER,
  calls: partnerFeatures,
  path: '/partner/features',
  title: 'Features',
  text: 'What makes your company different, in a few words each.',
  words: { create: 'New feature', search: 'Search features' },
  spec: { sorts: ['sort_number'], sort: 'sort_number' },
  nameOf: ({ title }) => title,
  columns: [
    {
      key: 'icon',
      title: 'Icon',
      width: 72,
      role: 'secondary',
      cell: ({ icon }) => <BlockIcon name={icon} size={20} />,
    },
    { key: 'title', title: 'Title', role: 'main', cell: ({ title }) => title },
    placeColumn,
  ],
  empty: {
    title: 'No features yet',
    text: 'Three or four short features complete your company’s page.',
  },
}
