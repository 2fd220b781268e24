import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage, type PageRequest } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import type { DeliveryStatus } from '../rules/retries.ts'

const ofCallback = (tx: Tx, portalId: number, callbackId: number) =>
  tx
    .selectFrom('callback_deliveries as d')
    .innerJoin('callback_events as e', (on) =>
      on.onRef('e.portal_id', '=', 'd.portal_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select(['d.id', 'd.event_id', 'd.subject', 'd.number', 'd.status', 'd.finished_at'])
    .select((eb) =>
      eb
        .cast<number>(
          eb
            .selectFrom('callback_attempts as a')
            .select((each) => each.fn.countAll<number>().as('count'))
            .whereRef('a.portal_id', '=', 'd.portal_id')
            .whereRef('a.delivery_id', '=', 'd.id'),
          'integer',
        )
        .as('attempts'),
    )
    .select(['e.type as event_type', 'e.occurred_at'])
    .select(
      sql<Date | null>`case when d.status = 'TEMPORARY_FAILURE' then greatest(d.next_attempt_at, d.created_at) end`.as(
        'next_attempt_at',
      ),
    )
    .where('d.portal_id', '=', portalId)
    .where('d.callback_id', '=', callbackId)
    .$narrowType<{ status: DeliveryStatus }>()

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof ofCallback>['executeTakeFirstOrThrow']>>

type LogRequest = Pick<PageRequest, 'cursor' | 'per_page' | 'sort'> & {
  search?: string | undefined
  status?: DeliveryStatus | undefined
  event_type?: string | undefined
}

/** A page of what was sent to a callback. */
export const pageOfDeliveries = (
  tx: Tx,
  portalId: number,
  callbackId: number,
  { search, status, event_type: type, ...request }: LogRequest,
) => {
  let rows = ofCallback(tx, portalId, callbackId)
  if (search) rows = rows.where(textHolds(['d.subject'], search))
  if (status) rows = rows.where('d.status', '=', status)
  if (type) rows = rows.where('e.type', '=', type)
  return keysetPage(rows, { ...request, keys: [], id: 'd.id' })
}

/** One delivery with the fact that it carries. */
export const loadDelivery = (tx: Tx, portalId: number, callbackId: number, id: number) =>
  ofCallback(tx, portalId, callbackId)
    .innerJoin('callbacks as c', (on) =>
      on.onRef('c.portal_id', '=', 'd.portal_id').onRef('c.id', '=', 'd.callback_id'),
    )
    .select(['e.data', 'c.api_version'])
    .where('d.id', '=', id)
    .executeTakeFirst()

export const attemptsOf = (tx: Tx, portalId: number, deliveryId: number) =>
  tx
    .selectFrom('callback_attempts')
    .select(['id', 'status', 'url', 'request_headers', 'response_status', 'response_headers', 'response_body'])
    .select(['problem', 'milliseconds', 'started_at'])
    .where('portal_id', '=', portalId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export type ReplayRequest = {
  ids?: readonly number[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  is_failed: boolean
}

/** Ends the pause of an address that is down: somebody waits for it now. */
export const endPause = (tx: Tx, portalId: number, callbackId: number) =>
  tx
    .updateTable('callbacks')
    .set({ next_attempt_at: sql`'epoch'` })
    .where('portal_id', '=', portalId)
    .where('id', '=', callbackId)
    .execute()

/** Puts deliveries on their way again, except those that are being sent; answers how many. */
export const replay = async (
  tx: Tx,
  portalId: number,
  callbackId: number,
  { ids, from, to, is_failed: isFailed }: ReplayRequest,
): Promise<number> => {
  let rows = tx
    .updateTable('callback_deliveries as d')
    .set({ status: 'NOT_STARTED', attempts: 0, tried_at: null, next_attempt_at: sql`'epoch'`, finished_at: null })
    .where('d.portal_id', '=', portalId)
    .where('d.callback_id', '=', callbackId)
    .where('d.status', '<>', 'PENDING')
  if (ids) rows = rows.where('d.id', 'in', [...ids])
  if (isFailed) rows = rows.where('d.status', '=', 'FAILED')
  if (from && to)
    rows = rows.where('d.event_id', 'in', (eb) =>
      eb
        .selectFrom('callback_events as e')
        .select('e.id')
        .where('e.portal_id', '=', portalId)
        .where('e.occurred_at', '>=', from)
        .where('e.occurred_at', '<', to),
    )
  const { numUpdatedRows } = await rows.executeTakeFirstOrThrow()
  await endPause(tx, portalId, callbackId)
  return Number(numUpdatedRows)
}
