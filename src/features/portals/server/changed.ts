import type { Tx } from '#platform/db/db.ts'
import { announce } from '#platform/live/changes.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { PORTAL_CHANGED } from './portal-directory.ts'

/** Makes every process read the portal again and drops its kept pages, once the transaction commits. */
export const portalChanged = async (tx: Tx, portalId: number): Promise<void> => {
  await announce(tx, PORTAL_CHANGED, { id: portalId })
  await dropPages(tx, `portal:${portalId}`)
}
