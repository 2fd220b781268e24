import type { Tx } from '#platform/db/db.ts'
import { loadRunning } from './store.ts'

/** Status and end of the portal's own subscription, or null (ORD-029, PRT-055). */
export const portalSubscription = async (tx: Tx, portalId: number) => {
  const running = await loadRunning(tx, { portal_id: portalId, company_id: null })
  return running && { status: running.status, ends_at: running.ends_at }
}
