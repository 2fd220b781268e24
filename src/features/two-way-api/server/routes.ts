import { type Route, route } from '#platform/http/route.ts'
import { showTwoWayApi } from '../contract.ts'
import { twoWayApi } from './store.ts'

/** How programs use the portal (INT-020). */
export const routes = (): Route[] => [route(showTwoWayApi, async ({ tx, ctx }) => ({ data: await twoWayApi(tx, ctx) }))]
