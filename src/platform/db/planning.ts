import type pg from 'pg'
import type { SentStatement, Waiting } from './batch.ts'
import { isLastUnsent, nobody, put, type Statement, statement } from './db-messages.ts'

export type Planning = 'auto' | 'force_generic_plan'
const PLAN = {
  auto: "set_config('plan_cache_mode', 'auto', true)",
  force_generic_plan: "set_config('plan_cache_mode', 'force_generic_plan', true)",
}
const PLANNING: Record<Planning, SentStatement> = {
  auto: { ...statement(`select ${PLAN.auto}`), values: [] },
  force_generic_plan: { ...statement(`select ${PLAN.force_generic_plan}`), values: [] },
}

/** The setting that says which rows a transaction may touch, with and without how it is planned. */
export type Scope = Record<Planning, Statement<unknown>>
const scopeBy = (setting: string): Scope => ({
  auto: statement(`select ${setting}`),
  force_generic_plan: statement(`select ${setting}, ${PLAN.force_generic_plan}`),
})
export const PORTAL = scopeBy("set_config('app.portal_id', $1, true)")
/** As `PORTAL`, with who acts in it (src/platform/db/transactions/acting.ts). */
export const ACTING = scopeBy("set_config('app.portal_id', $1, true), set_config('app.actor', $2, true)")
export const PLATFORM = scopeBy("set_config('role', 'portico_platform', true)")

/** How the transaction of a connection is planned, and the statement that it has begun with. */
type Planned = { planning: Planning; scope: Scope; setting: Waiting }
const plannedOf = new WeakMap<pg.PoolClient, Planned>()

/** Notes the statement that a transaction begins with, which has not been sent yet. */
export const beginPlanning = (client: pg.PoolClient, scope: Scope, setting: Waiting): void => {
  plannedOf.set(client, { planning: 'auto', scope, setting })
}

/**
 * Says how the server plans what is asked next in this transaction. Left to itself it compares the plans of the first five
 * askings with the one that would serve all, and where these were cheap by chance it plans again for ever, which can take
 * longer than the statement (a list of one id is always cheaper than the ten it assumes).
 */
export const plan = (client: pg.PoolClient, planning: Planning): void => {
  const planned = plannedOf.get(client)
  if (!planned || planned.planning === planning) return
  planned.planning = planning
  // Most transactions are of one kind, which then needs no extra statement.
  if (isLastUnsent(client, planned.setting)) Object.assign(planned.setting, planned.scope[planning])
  else put(client, { ...PLANNING[planning], ...nobody })
}
