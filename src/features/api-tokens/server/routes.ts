import { keysetPage } from '#platform/db/paging.ts'
import { type Route, route } from '#platform/http/route.ts'
import { createApiToken, deleteApiToken, listApiTokens } from '../contract.ts'
import { createToken } from './actions/create-token.ts'
import { ownTokens, presentToken, revokeToken } from './store.ts'

/** The calls of the own API tokens (USR-033). */
export const routes = (): Route[] => [
  route(listApiTokens, async ({ tx, ctx, query }) => {
    const { data, meta } = await keysetPage(ownTokens(tx, ctx), { ...query, sort: '-id', keys: [], direction: 'desc' })
    return { data: data.map((row) => presentToken(row, ctx.now)), meta }
  }),
  route(createApiToken, async ({ tx, ctx, body }) => ({ data: await createToken(tx, ctx, body) })),
  route(deleteApiToken, async ({ tx, ctx, params }) => {
    await revokeToken(tx, ctx, { user_id: ctx.viewer.user_id, id: params.id })
    return undefined
  }),
]
