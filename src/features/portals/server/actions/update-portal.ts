import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { updatePortal } from '../../contract.ts'
import type { PortalIdentity } from '../../rules/portal-state.ts'
import { portalChanged } from '../changed.ts'
import { setUpPortal } from '../set-up-job.ts'
import { lockPortal, portalBefore, saveCompany, savePortal } from '../store.ts'
import { moveStatus } from './move-status.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockPortal>>>

/** The decision of a super admin on a portal that waits for it; any other portal answers `invalid` (PRT-073). */
const decide = async (tx: Tx, portal: Locked, isConfirmed: boolean) => {
  if (isConfirmed && (portal.status === 'processing' || portal.status === 'active')) return
  if (portal.status !== 'pending_validation')
    throw fail('invalid', { field: 'is_confirmed', message: 'The portal does not wait for confirmation.' })
  await moveStatus(tx, portal, { kind: isConfirmed ? 'confirmed' : 'rejected' })
  await saveCompany(tx, portal.id, { is_confirmed: isConfirmed })
  if (isConfirmed) await enqueue(tx, setUpPortal, { portal_id: portal.id })
}

/**
 * Changes, pauses, confirms or rejects a portal (PRT-069, PRT-073). The transaction acts in that portal. The admin portal
 * keeps the slug that the configuration names (PRT-009).
 */
export const changePortal = async (
  tx: Tx,
  ctx: SignedIn,
  identity: PortalIdentity,
  id: number,
  { is_confirmed, ...fields }: Input<typeof updatePortal>['body'],
): Promise<void> => {
  const portal = await lockPortal(tx, id)
  if (!portal) throw fail('not_found')
  const isRenamed = fields.slug !== undefined && fields.slug !== portal.slug
  if (isRenamed && portal.slug === identity.admin_portal_slug)
    throw fail('invalid', { field: 'slug', message: 'The slug of the admin portal is fixed by the configuration.' })
  const before = await portalBefore(tx, id, Object.keys(fields))
  await savePortal(tx, id, { ...fields, updated_at: ctx.now })
  if (is_confirmed !== undefined) await decide(tx, portal, is_confirmed)
  // What a super admin does to a portal stands in that portal's own log.
  const actor = { ...ctx, portal: { ...ctx.portal, id } }
  const changes = { ...changedFields(before, fields), ...(is_confirmed !== undefined && { is_confirmed }) }
  await logActivity(tx, actor, { action: 'portal.update', subject_type: 'portal', subject_id: id, changes })
  await portalChanged(tx, id)
}
