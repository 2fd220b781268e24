import { StatusBadge } from '#ui/app/status-badge.tsx'
import type { DeliveryRow } from '../queries.ts'

/** The statuses of messages (INT-004) as people read them. */
export const STATUS_WORDS: Record<DeliveryRow['status'], { look: string; label: string }> = {
  NOT_STARTED: { look: 'pending', label: 'Waiting' },
  PENDING: { look: 'in_progress', label: 'Sending' },
  SUCCESS: { look: 'success', label: 'Delivered' },
  TEMPORARY_FAILURE: { look: 'expiring', label: 'Will try again' },
  FAILED: { look: 'failed', label: 'Failed' },
}

export function DeliveryBadge({ status }: Pick<DeliveryRow, 'status'>) {
  const { look, label } = STATUS_WORDS[status]
  return <StatusBadge status={look} label={label} />
}
