import { type Route, route } from '#platform/http/route.ts'
import { listHistory, listHolders, showPortalCredits } from '../contract.ts'
import { spanOfMovements } from './exports.ts'
import { loadHistory } from './history.ts'
import { listAccounts, loadReserved } from './holders.ts'
import { portalCredits } from './store.ts'

export const routes = (): Route[] => [
  route(showPortalCredits, async ({ tx, ctx }) => ({
    data: { ...(await portalCredits(tx, ctx.portal.id)), reserved: await loadReserved(tx, ctx.portal.id) },
  })),
  route(listHistory, ({ tx, ctx, query: { date_from, date_to, ...query } }) =>
    loadHistory(tx, ctx.portal.id, {
      ...query,
      ...spanOfMovements({ date_from, date_to }, ctx.portal.setting.time_zone),
    }),
  ),
  route(listHolders, ({ tx, ctx, query }) => listAccounts(tx, ctx.portal.id, query)),
]
