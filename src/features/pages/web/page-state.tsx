import { PUBLICATION } from '#kernel/product/statuses.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import type { PageRow } from './queries.ts'

type State = Pick<PageRow, 'publication_status' | 'newest_version' | 'live_version' | 'awaits_plan'>

export const hasChanges = ({ newest_version: newest, live_version: live }: Omit<State, 'awaits_plan'>): boolean =>
  live !== null && live !== newest

/** Whether visitors see a page, whether it has saves that they do not see yet (PGB-048), or waits for a plan (PRT-118). */
export function PageState({ page }: { page: State }) {
  return (
    <>
      <StatusBadge status={page.publication_status === PUBLICATION.published ? 'published' : 'draft'} />
      {hasChanges(page) && <Badge tone="info">Unpublished changes</Badge>}
      {page.awaits_plan && <Badge tone="info">Goes live with your plan</Badge>}
    </>
  )
}
