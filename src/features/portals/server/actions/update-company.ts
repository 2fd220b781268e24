import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updateCompany } from '../../contract.ts'
import { portalChanged } from '../changed.ts'
import { companyBefore, loadCompanyName, lockPortal, saveCompany } from '../store.ts'
import { moveStatus, requireOpen } from './move-status.ts'

/**
 * Changes the company of a portal, in which the transaction acts; its website has been normalized (PRT-020, PRT-021). An
 * open portal keeps a name (PRT-076).
 */
export const changeCompany = async (
  tx: Tx,
  ctx: SignedIn,
  portalId: number,
  body: Input<typeof updateCompany>['body'],
): Promise<void> => {
  const portal = await lockPortal(tx, portalId)
  if (!portal) throw fail('not_found')
  const changes = Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, value === '' ? null : value]),
  ) as typeof body
  const company = await loadCompanyName(tx, portalId)
  const before = { logo: portal.logo, company_name: company?.name ?? null }
  const after = { ...before, ...(changes.name !== undefined && { company_name: changes.name }) }
  requireOpen(portal, before, after)
  const old = await companyBefore(tx, portalId, Object.keys(changes))
  await saveCompany(tx, portalId, { ...changes, updated_at: ctx.now })
  await moveStatus(tx, portal, { kind: 'saved', ...after })
  const actor = { ...ctx, portal: { ...ctx.portal, id: portalId } }
  await logActivity(tx, actor, {
    action: 'company.update',
    subject_type: 'company',
    ...(company && { subject_id: company.id }),
    changes: changedFields(old, changes),
  })
  await portalChanged(tx, portalId)
}
