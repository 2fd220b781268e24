import { loadPerson } from '#features/accounts/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { listActivity, listOwnActivity, listUserActivity } from '../contract.ts'
import { ownSentenceOf } from '../rules/sentence.ts'
import { listLog } from './store.ts'

/** The calls of activity logs. */
export const routes = (): Route[] => [
  route(listOwnActivity, ({ tx, ctx, query }) => {
    const filter = { user_id: ctx.viewer.user_id, time_zone: ctx.portal.setting.time_zone }
    return listLog(tx, ctx.portal.id, filter, query, ownSentenceOf)
  }),
  route(listActivity, ({ tx, ctx, query: { cursor, per_page, sort, ...filter } }) =>
    listLog(tx, ctx.portal.id, { ...filter, time_zone: ctx.portal.setting.time_zone }, { cursor, per_page, sort }),
  ),
  route(listUserActivity, async ({ tx, ctx, params, query }) => {
    if (!(await loadPerson(tx, ctx.portal.id, params.id))) throw fail('not_found')
    const filter = { user_id: params.id, time_zone: ctx.portal.setting.time_zone }
    return listLog(tx, ctx.portal.id, filter, query)
  }),
]
