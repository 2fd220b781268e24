import { addStates } from '#features/terms/server/api.ts'
import { logActivity, NO_REQUEST } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Config } from '#platform/process/config.ts'
import type { Services } from '#platform/services.ts'
import { firstNavigations } from '../rules/navigation.ts'
import { moveStatus } from './actions/move-status.ts'
import { portalChanged } from './changed.ts'
import { readPortal } from './portal-directory.ts'
import { setUpPortal } from './set-up-job.ts'
import { lockPortal } from './store.ts'

/** Gives a confirmed portal its first navigation and the states of the USA, and makes it active (PRT-073, CNT-016); run again, it does nothing. */
const setUp = async (tx: Tx, portalId: number, config: Config, now: Date): Promise<void> => {
  const locked = await lockPortal(tx, portalId)
  if (locked?.status !== 'processing') return
  const portal = await readPortal(tx, portalId, config)
  if (!portal) return
  // A starting point has put its pages there before (PRT-121).
  const first = firstNavigations(portal.setting).filter(
    ({ slug }) => !portal.navigations.some((group) => group.slug === slug),
  )
  if (first.length > 0)
    await tx
      .insertInto('navigation_groups')
      .values(first.map((group) => ({ ...group, portal_id: portalId })))
      .execute()
  await addStates(tx, portalId)
  await moveStatus(tx, locked, { kind: 'set_up' })
  await logActivity(
    tx,
    { portal, viewer: null, now, request: NO_REQUEST },
    { action: 'portal.activate', subject_type: 'portal', subject_id: portalId },
  )
  await portalChanged(tx, portalId)
}

/** The jobs of portals. */
export const jobs = ({ config }: Services): JobHandler[] => [
  handle(setUpPortal, ({ portal_id: portalId }, { db, now }) =>
    db.withPortal(portalId, (tx) => setUp(tx, portalId, config, now)),
  ),
]
