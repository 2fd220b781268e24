import type { DashboardPart } from '#platform/overview/parts.ts'
import { portalCredits } from './store.ts'

const HREF = '/admin/portal/credits'
/** Below a tenth of all there are, they are running out. */
const SCARCE = 0.1

/** The credits of the portal, and a warning before they are used up (REP-008, CRD-003). */
export const creditsFigure: DashboardPart = {
  permission: 'portal-credits.view',
  figure: async (tx, ctx) => {
    const { total, remaining } = await portalCredits(tx, ctx.portal.id)
    return {
      key: 'credits',
      label: 'Credits left',
      unit: 'count',
      value: remaining,
      before: null,
      trend: [],
      note: `of ${total.toLocaleString('en-US')}`,
      href: HREF,
    }
  },
  attention: async (tx, ctx) => {
    const { total, remaining } = await portalCredits(tx, ctx.portal.id)
    if (total === 0 || remaining > total * SCARCE) return []
    const text = remaining === 0 ? 'All credits are used' : `Only ${remaining} of ${total} credits are left`
    return [{ key: 'credits', count: 1, text, href: HREF }]
  },
}
