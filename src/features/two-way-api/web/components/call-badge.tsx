import { Badge } from '#ui/public/parts/badge.tsx'
import type { CallShown } from '../queries.ts'

/** How a call ended: its status, and the rows of a bulk call that were refused. */
export function CallBadge({ call: { status, refused } }: { call: Pick<CallShown, 'status' | 'refused'> }) {
  if (status >= 400) return <Badge tone="danger">{status}</Badge>
  if (refused === 0) return <Badge tone="success">{status}</Badge>
  return (
    <Badge tone="warning">
      {status}, {refused === 1 ? '1 row rejected' : `${refused} rows rejected`}
    </Badge>
  )
}
