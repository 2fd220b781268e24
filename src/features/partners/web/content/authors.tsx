import type { Wire } from '#kernel/endpoint.ts'
import { excerpt } from '#kernel/text.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import { partnerAuthors } from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'

type Row = Wire<typeof partnerAuthors.list>['data'][number]

/** The authors of the company by name (PAR-005, PAR-010). */
export const authors: ContentKind<Row> = {
  ...OF_PARTNER,
  calls: partnerAuthors,
  path: '/partner/authors',
  title: 'Authors',
  text: 'The people who write for your company.',
  words: { create: 'New author', search: 'Search authors' },
  spec: { sorts: ['name'], sort: 'name' },
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: ({ name }) => name },
    {
      key: 'description',
      title: 'About',
      role: 'secondary',
      cell: ({ description }) => (description ? excerpt(description, 80) : null),
    },
  ],
  empty: {
    title: 'No authors yet',
    text: 'Your company’s page shows its authors, each with a page of their own.',
  },
}
