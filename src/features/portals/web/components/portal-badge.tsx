import { StatusBadge } from '#ui/app/status-badge.tsx'
import { STATUS_NAMES } from '../portal-words.ts'

type Props = { portal: { status: keyof typeof STATUS_NAMES; is_paused?: boolean | undefined } }

/** Where a portal stands; a paused one says so first. */
export function PortalBadge({ portal: { status, is_paused: isPaused } }: Props) {
  if (isPaused) return <StatusBadge status="paused" />
  return <StatusBadge status={status} label={STATUS_NAMES[status]} />
}
