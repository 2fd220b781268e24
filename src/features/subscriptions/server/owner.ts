import { loadCompanyOf } from '#features/courses/server/api.ts'
import { accessOf } from '#kernel/access/permissions.ts'
import type { Context, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Owner } from './store.ts'

/** How far the viewer may deal with the subscription of the portal (ROL-057). */
export const reachOfMine = ({ viewer, portal }: Context, action: 'view' | 'create') =>
  viewer === null
    ? 'none'
    : accessOf(viewer.current_role, `my-subscription.${action}`, {
        toggles: viewer.toggles,
        condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
      })

/** The company of a partner; one without is asked for its profile first (PAR-004). */
export const requireCompany = async (tx: Tx, ctx: SignedIn): Promise<number> => {
  const company = await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)
  if (company === null) throw fail('invalid', { message: 'Please save the company profile first.' })
  return company
}

/** Like `ownerOf`, but null for a partner who has no company yet. */
export const findOwner = async (tx: Tx, ctx: SignedIn): Promise<Owner | null> => {
  if (ctx.scope !== 'own') return { portal_id: ctx.portal.id, company_id: null }
  const company_id = await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)
  return company_id === null ? null : { portal_id: ctx.portal.id, company_id }
}

/** Whose subscription the call is about: that of the portal, for a partner that of the company (ROL-027). */
export const ownerOf = async (tx: Tx, ctx: SignedIn): Promise<Owner> => ({
  portal_id: ctx.portal.id,
  company_id: ctx.scope === 'own' ? await requireCompany(tx, ctx) : null,
})
