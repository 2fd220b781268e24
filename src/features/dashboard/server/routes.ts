import './ports.ts'
import { portalCredits } from '#features/credits/server/api.ts'
import { accessOf, isInGroup, type Permission, type Reach } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Attention, Figure, FoundRecord } from '#platform/overview/parts.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'

const FIGURES = 4

const reachOf = ({ viewer, portal }: SignedIn, permission: Permission): Reach =>
  accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })

/** The calls of the start page and of the search that leads to any record. */
export const routes = ({ dashboardParts, recordFinders }: Services): Route[] => [
  route(contract.showDashboard, async ({ tx, ctx }) => {
    const figures: Figure[] = []
    const attention: Attention[] = []
    for (const part of dashboardParts) {
      const reach = reachOf(ctx, part.permission)
      if (reach === 'none' || (reach === 'own' && !part.is_for_own)) continue
      const seen: SignedIn = { ...ctx, scope: reach }
      if (part.figure && reach === 'any' && figures.length < FIGURES) figures.push(await part.figure(tx, seen))
      if (part.attention) attention.push(...(await part.attention(tx, seen)))
    }
    const maySeeCredits = reachOf(ctx, 'portal-credits.view') === 'any'
    const credits = maySeeCredits ? await portalCredits(tx, ctx.portal.id) : null
    return { data: { portal_credits: credits, figures, attention } }
  }),
  route(contract.purgeCache, async ({ tx, ctx }) => {
    if (!isInGroup(ctx.viewer.current_role, 'super_admins')) throw fail('not_enough_permissions')
    await dropPages(tx, `portal:${ctx.portal.id}`)
    await logActivity(tx, ctx, { action: 'portal.purge-cache', subject_type: 'portal', subject_id: ctx.portal.id })
    return undefined
  }),
  route(contract.findRecords, async ({ tx, ctx, query }) => {
    const records: FoundRecord[] = []
    for (const { permission, find } of recordFinders) {
      const reach = reachOf(ctx, permission)
      if (reach !== 'none') records.push(...(await find(tx, { ...ctx, scope: reach }, query.words)))
    }
    return { data: records }
  }),
]
