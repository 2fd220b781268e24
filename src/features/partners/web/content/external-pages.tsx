import type { Wire } from '#kernel/endpoint.ts'
import type { ContentKind } from '#ui/app/form/content-kind.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { partnerPages } from '../../contract-content.ts'
import { OF_PARTNER } from '../of-partner.ts'

type Row = Wire<typeof partnerPages.list>['data'][number]

/** What the approval of a page is called, by its number (REV-006). */
export const APPROVAL = {
  1: { status: 'rejected', label: 'Not approved' },
  2: { status: 'pending', label: 'Pending approval' },
  3: { status: 'approved', label: 'Approved' },
  4: { status: 'draft', label: 'Draft' },
} as const

/** The external pages of the company (PAR-005, PAR-013). */
export const externalPages: ContentKind<Row> = {
  ...OF_PARTNER,
  calls: partnerPages,
  path: '/partner/external-pages',
  title: 'External pages',
  text: 'Pages of your own on this site. Each is public once it is approved.',
  words: { create: 'New page', search: 'Search pages' },
  spec: { sorts: ['title', 'updated_at'], sort: 'title' },
  nameOf: ({ title }) => title,
  columns: [
    { key: 'title', title: 'Title', role: 'main', isSortable: true, cell: ({ title }) => title },
    {
      key: 'approval_status',
      title: 'Status',
      width: 200,
      cell: ({ approval_status: approval }) => <StatusBadge {...APPROVAL[approval]} />,
    },
    {
      key: 'updated_at',
      title: 'Changed',
      width: 160,
      role: 'secondary',
      isSortable: true,
      cell: ({ updated_at: at }) => <DateText value={at} />,
    },
  ],
  empty: {
    title: 'No pages yet',
    text: 'Tell more than a profile can: how your practice days run, or who you work with.',
  },
}
