import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { createPortal } from '../../contract.ts'
import type { PortalIdentity } from '../../rules/portal-state.ts'
import { newPortalSwitches } from '../../rules/settings.ts'
import { insertCompany, insertPortal, savePortal } from '../store.ts'
import { moveStatus } from './move-status.ts'

/**
 * Creates a portal with its company and answers its id; a taken slug ends as `conflict`. It exists, and so is `pending`,
 * once everything that belongs to it is written (PRT-017, PRT-069, PRT-073).
 */
export const makePortal = async (
  tx: Tx,
  ctx: SignedIn,
  identity: PortalIdentity,
  { company_name, starting_point: _, ...fields }: Input<typeof createPortal>['body'],
): Promise<number> => {
  const created = { created_at: ctx.now, updated_at: ctx.now }
  const { id } = await insertPortal(tx, { ...fields, ...created, status: 'initializing' })
  await savePortal(tx, id, newPortalSwitches(id === identity.core_portal_id))
  await inPortal(tx, id, () => insertCompany(tx, { portal_id: id, name: company_name || null, updated_at: ctx.now }))
  await moveStatus(tx, { id, status: 'initializing' }, { kind: 'created' })
  await logActivity(tx, ctx, {
    action: 'portal.create',
    subject_type: 'portal',
    subject_id: id,
    changes: { ...fields, company_name },
  })
  return id
}
