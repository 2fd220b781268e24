import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createApiToken, deleteApiToken, listApiTokens } from '../contract.ts'
import { createToken } from './actions/create-token.ts'
import { ownTokens, presentToken } from './store.ts'

/** The calls of the own API tokens (USR-033). */
export const routes = (): Route[] => [
  route(listApiTokens, async ({ tx, ctx, query }) => {
    const { data, meta } = await keysetPage(ownTokens(tx, ctx), { ...query, sort: '-id', keys: [], direction: 'desc' })
    return { data: data.map((row) => presentToken(row, ctx.now)), meta }
  }),
  route(createApiToken, async ({ tx, ctx, body }) => ({ data: await createToken(tx, ctx, body) })),
  route(deleteApiToken, async ({ tx, ctx, params }) => {
    const row = await tx
      .deleteFrom('api_tokens')
      .where('portal_id', '=', ctx.portal.id)
      .where('user_id', '=', ctx.viewer.user_id)
      .where('id', '=', params.id)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw fail('not_found')
    await logActivity(tx, ctx, {
      action: 'api-token.delete',
      subject_type: 'api_token',
      subject_id: params.id,
      changes: { name: row.name },
    })
    return undefined
  }),
]
