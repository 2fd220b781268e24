import { StatusBadge } from '#ui/app/status-badge.tsx'
import type { CallbackShown } from '../queries.ts'

type Stated = Pick<CallbackShown, 'is_active' | 'failing_since' | 'succeeded_at'>

/** How a callback stands, in a word. */
export function StateBadge({ callback }: { callback: Stated }) {
  if (!callback.is_active) return <StatusBadge status="paused" label="Off" tone="neutral" />
  if (callback.failing_since) return <StatusBadge status="failed" label="Failing" />
  if (callback.succeeded_at) return <StatusBadge status="active" label="Working" />
  return <StatusBadge status="not_started" label="Not used yet" />
}
