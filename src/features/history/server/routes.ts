import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { inWords } from './present.ts'
import { planOf, showPlan, showState } from './preview.ts'
import { requireKind, requireRecord } from './reach.ts'
import { restore } from './restore.ts'
import { matchingChanges } from './store.ts'

/** The calls of the history of settings, roles, courses and people (HIS-017). */
export const routes = (services: Services): Route[] => [
  route(contract.listHistory, async ({ tx, ctx, query: { cursor, per_page, sort, ...filter } }) => {
    if (filter.kind === 'person' && filter.user_id === undefined) requireKind(ctx, filter.kind)
    else await requireRecord(tx, ctx, filter)
    const time_zone = ctx.portal.setting.time_zone
    const rows = await matchingChanges(tx, ctx.portal.id, { ...filter, time_zone })
    const { data, meta } = await keysetPage(rows, {
      cursor,
      per_page,
      sort,
      // Ids rise with time, so that one index serves both directions.
      keys: [],
      direction: sort === 'created_at' ? 'asc' : 'desc',
      id: 'c.id',
    })
    return { data: await inWords(tx, { portal_id: ctx.portal.id, time_zone }, data), meta }
  }),
  route(contract.showPastState, async ({ tx, ctx, query }) => ({
    data: await showState(tx, ctx, await requireRecord(tx, ctx, query), query.on),
  })),
  route(contract.previewRestore, async ({ tx, ctx, query }) => {
    const key = await requireRecord(tx, ctx, query)
    return { data: await showPlan(tx, key, await planOf(tx, ctx, key, query)) }
  }),
  route(contract.restoreHistory, async ({ tx, ctx, body }) => {
    const key = await requireRecord(tx, ctx, body)
    return {
      data: {
        fields: await restore(
          { tx, ctx: { ...ctx, scope: 'any' }, key, portalById: services.portalById, ports: services },
          body,
        ),
      },
    }
  }),
]
