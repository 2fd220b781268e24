import { type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import * as contract from '../contract.ts'
import { showForecast } from './forecast.ts'
import { runNow } from './jobs.ts'
import { listRenewals, saveSettings } from './settings.ts'

export const routes = (): Route[] => [
  route(contract.showForecast, async ({ tx, ctx, query }) => ({ data: await showForecast(tx, ctx, query) })),
  route(contract.listRenewals, async ({ tx, ctx }) => ({ data: await listRenewals(tx, ctx) })),
  route(contract.saveRenewal, async ({ tx, ctx, params, body }) => {
    await saveSettings(tx, ctx, params.id, body)
    const { id: portal_id } = ctx.portal
    if (body.is_automatic) await enqueue(tx, runNow, { portal_id }, { singleton_key: `portal ${portal_id}` })
    return { data: await listRenewals(tx, ctx) }
  }),
]
