import { type Route, route } from '#platform/http/route.ts'
import { listHistory, showPortalCredits } from '../contract.ts'
import { loadHistory } from './history.ts'
import { portalCredits } from './store.ts'

export const routes = (): Route[] => [
  route(showPortalCredits, async ({ tx, ctx }) => ({ data: await portalCredits(tx, ctx.portal.id) })),
  route(listHistory, ({ tx, ctx, query }) => loadHistory(tx, ctx.portal.id, query)),
]
