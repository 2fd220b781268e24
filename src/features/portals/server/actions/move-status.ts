import type { Tx } from '#platform/db.ts'
import { nextPortalStatus, type PortalEvent, type PortalStatus } from '../../rules/portal-state.ts'
import { savePortal } from '../store.ts'

/** Moves the status of a locked portal as its table allows (PRT-029); answers the new one, or null when the event is not allowed now. */
export const moveStatus = async (
  tx: Tx,
  portal: { id: number; status: string },
  event: PortalEvent,
): Promise<PortalStatus | null> => {
  const status = portal.status as PortalStatus
  const next = nextPortalStatus(status, event)
  if (next !== null && next !== status) await savePortal(tx, portal.id, { status: next })
  return next
}
