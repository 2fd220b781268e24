import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { placeColumn, titleColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { BlockIcon } from '#ui/public/parts/block-icon.tsx'
import * as contract from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'

export type Feature = Wire<typeof contract.features.show>['data']

const COMMON = {
  title: 'Features',
  noun: 'feature',
  nouns: 'features',
  sorts: ['sort_number', 'title'],
  columns: [
    {
      key: 'icon',
      title: 'Icon',
      width: 72,
      role: 'secondary',
      cell: ({ icon }: Feature) => <BlockIcon name={icon} size={20} />,
    },
    titleColumn,
    placeColumn,
  ],
} as const

/** The features of the portal in their order (CNT-009). */
export const features = contentKind<Feature>({
  ...COMMON,
  calls: contract.features,
  resource: 'site-content',
  above: CONTENT,
  path: '/portals/features',
  text: 'What makes your training different, in a few words each.',
  empty: 'Three or four short points tell visitors why they should learn with you.',
})

/** The features of the company in their order (PAR-005, PAR-011). */
export const partnerFeatures = contentKind<Feature>({
  ...COMMON,
  ...OF_PARTNER,
  calls: contract.partnerFeatures,
  path: '/partner/features',
  text: 'What makes your company different, in a few words each.',
  empty: 'Three or four short features complete your company’s page.',
})
