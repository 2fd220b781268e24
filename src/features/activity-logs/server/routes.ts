import { loadPerson } from '#features/accounts/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import { listActivity, listOwnActivity, listUserActivity } from '../contract.ts'
import { listLog } from './store.ts'

/** The calls of activity logs. */
export const routes = (): Route[] => [
  route(listOwnActivity, async ({ tx, ctx, query }) => {
    const rows = tx
      .selectFrom('activity_logs')
      .select([
        'id',
        'user_id',
        'portal_id',
        'impersonator_id',
        'action',
        'subject_type',
        'subject_id',
        'changes',
        'address',
        'created_at',
      ])
      .where('portal_id', '=', ctx.portal.id)
      .where('user_id', '=', ctx.viewer.user_id)
    // Ids rise with time, so that one index serves both directions.
    const direction = query.sort === 'created_at' ? 'asc' : 'desc'
    const { data, meta } = await keysetPage(rows, { ...query, keys: [], direction })
    return {
      data: data.map(({ impersonator_id: by, changes, ...row }) => ({
        ...row,
        changes: changes as Record<string, unknown> | null,
        is_impersonated: by !== null,
      })),
      meta,
    }
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
