import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { listCalls, loadCall } from './calls.ts'
import { syncExamples } from './examples.ts'
import { presentCalls, presentTokens, twoWayApi } from './present.ts'
import { createToken, revokeToken } from './tokens.ts'

const only = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new TypeError('One row in, one row out')
  return row
}

/** How programs use the portal (INT-020, INT-029, INT-039). */
export const routes = (): Route[] => [
  route(contract.showTwoWayApi, async ({ tx, ctx }) => ({ data: await twoWayApi(tx, ctx) })),
  route(contract.createPortalToken, async ({ tx, ctx, body }) => {
    const { row, token } = await createToken(tx, ctx, body)
    return { data: { ...only(await presentTokens(tx, ctx, [row])), token } }
  }),
  route(contract.revokePortalToken, async ({ tx, ctx, params }) => {
    await revokeToken(tx, ctx, params.id)
    return undefined
  }),
  route(contract.listTokenCalls, async ({ tx, ctx, query }) => {
    const { data, meta } = await listCalls(tx, ctx.portal, query)
    return { data: await presentCalls(tx, ctx, data), meta }
  }),
  route(contract.listExamples, async () => ({ data: syncExamples() })),
  route(contract.showTokenCall, async ({ tx, ctx, params }) => ({
    data: only(await presentCalls(tx, ctx, [await loadCall(tx, ctx.portal.id, params.id)])),
  })),
]
