import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, titleColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
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
export const externalPages = contentKind<Row>({
  ...OF_PARTNER,
  calls: partnerPages,
  path: '/partner/external-pages',
  title: 'External pages',
  text: 'Pages of your own on this site. Each is public once it is approved.',
  noun: 'page',
  nouns: 'pages',
  sorts: ['title', 'updated_at'],
  columns: [
    titleColumn,
    {
      key: 'approval_status',
      title: 'Status',
      width: 200,
      cell: ({ approval_status: approval }) => <StatusBadge {...APPROVAL[approval]} />,
    },
    changedColumn,
  ],
  empty: 'Tell more than a profile can: how your practice days run, or who you work with.',
})
