import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { excerpt } from '#kernel/text.ts'
import { changedColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import * as contract from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'

export type Author = Wire<typeof contract.authors.show>['data']

const COMMON = {
  title: 'Authors',
  noun: 'author',
  nouns: 'authors',
  sorts: ['name', 'updated_at'],
  nameOf: ({ name }: Author) => name,
  columns: [
    { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: ({ name }: Author) => name },
    {
      key: 'description',
      title: 'About',
      role: 'secondary',
      cell: ({ description }: Author) => (description ? excerpt(description, 80) : null),
    },
    usesColumn('articles', 'Articles'),
    changedColumn,
  ],
} as const

/** The authors of the portal by name (CNT-005). */
export const authors = contentKind<Author>({
  ...COMMON,
  calls: contract.authors,
  resource: 'site-content',
  above: CONTENT,
  path: '/portals/authors',
  text: 'The people who write your articles.',
  empty: 'Readers see who wrote an article, with a few words about them.',
})

/** The authors of the company by name (PAR-005, PAR-010). */
export const partnerAuthors = contentKind<Author>({
  ...COMMON,
  ...OF_PARTNER,
  calls: contract.partnerAuthors,
  path: '/partner/authors',
  text: 'The people who write for your company.',
  empty: 'Your company’s page shows its authors, each with a page of their own.',
})
