import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { likePattern } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import type { listTokenCalls } from '../contract.ts'

type Query = Input<typeof listTokenCalls>['query']

const refused = sql<number>`coalesce((error ->> 'refused')::int, 0)`

const rows = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('api_calls')
    .select([
      'id',
      'method',
      'path',
      'status',
      'duration_ms',
      'request_id',
      'portal_token_id',
      'token_name',
      'user_id',
      'created_at',
    ])
    .select(refused.as('refused'))
    .where('portal_id', '=', portalId)

/** The last calls, the newest first. */
export const lastCalls = (tx: Tx, portalId: number, most: number) =>
  rows(tx, portalId).orderBy('id', 'desc').limit(most).execute()

export type CallRow = Awaited<ReturnType<typeof lastCalls>>[number]

/** A page of the log (INT-039). */
export const listCalls = (tx: Tx, { id: portalId, setting }: SignedIn['portal'], query: Query) => {
  const { search, portal_token_id, status, from, until, date_from, date_to, ...order } = query
  const days = spanOfDays({ ...(date_from && { date_from }), ...(date_to && { date_to }) }, setting.time_zone)
  let calls = rows(tx, portalId)
  if (search)
    calls = calls.where((eb) => eb.or([eb('request_id', '=', search), eb('path', 'like', likePattern(search))]))
  if (portal_token_id) calls = calls.where('portal_token_id', '=', portal_token_id)
  if (status === 'failed') calls = calls.where('error', 'is not', null)
  if (status === 'ok') calls = calls.where('error', 'is', null)
  if (from) calls = calls.where('created_at', '>=', from)
  if (until) calls = calls.where('created_at', '<', until)
  if (days.from) calls = calls.where('created_at', '>=', days.from)
  if (days.before) calls = calls.where('created_at', '<', days.before)
  return keysetPage(calls, { ...order, keys: [], direction: order.sort === 'id' ? 'asc' : 'desc' })
}

type CallFailure = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  rows?: { row: number; code: string; message: string }[]
}

/** A call with what it was answered where it failed, or `not_found`. */
export const loadCall = async (tx: Tx, portalId: number, id: number) => {
  const row = await rows(tx, portalId).select('error').where('id', '=', id).executeTakeFirst()
  if (!row) throw fail('not_found')
  return { ...row, error: row.error as CallFailure | null }
}
