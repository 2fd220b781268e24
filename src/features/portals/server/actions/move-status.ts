import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { closingLoss, nextPortalStatus, type PortalEvent, type PortalStatus } from '../../rules/portal-state.ts'
import { savePortal } from '../store.ts'

type Needs = Parameters<typeof closingLoss>[1]

/** Refuses a change that would close an open portal (PRT-076). */
export const requireOpen = (portal: { status: string }, before: Needs, after: Needs): void => {
  const what = closingLoss(portal.status as PortalStatus, before, after)
  if (what) throw fail('portal_would_close', { params: { what }, field: what === 'logo' ? 'logo' : 'name' })
}

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
