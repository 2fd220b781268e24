import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { DeliveryAfter, Delivery as DeliveryTimes, Health } from '../rules/retries.ts'
import { FAILURES_UNTIL_DOWN, isDown } from '../rules/retries.ts'

export type Lane = { id: number; portal_id: number; lease: string }

const WAITING = sql`('NOT_STARTED', 'PENDING', 'TEMPORARY_FAILURE')`

/**
 * Takes callbacks that have something to send and that no other process works on, those in good order first. A lease that has
 * run out belongs to a process that died.
 */
export const claimLanes = async (
  tx: Tx,
  {
    lease,
    now,
    until,
    most,
    most_down: mostDown,
  }: { lease: string; now: Date; until: Date; most: number; most_down: number },
): Promise<Lane[]> => {
  const { rows } = await sql<Lane>`
    with due as (
      select c.id, c.failures from callbacks c
      where c.is_active and c.next_attempt_at <= ${now} and (c.lease_until is null or c.lease_until <= ${now}) and exists (
        select from callback_deliveries d where d.callback_id = c.id and d.status in ${WAITING}
          and (d.next_attempt_at <= ${now} or c.failures >= ${FAILURES_UNTIL_DOWN}))
      for no key update of c skip locked
    ), chosen as (
      (select id from due where failures < ${FAILURES_UNTIL_DOWN} order by id limit ${most})
      union all (select id from due where failures >= ${FAILURES_UNTIL_DOWN} order by id limit ${mostDown})
    )
    update callbacks set lease = ${lease}::uuid, lease_until = ${until} where id in (select id from chosen)
    returning id, portal_id, lease`.execute(tx)
  return rows
}

/** The last good answer of the lane: it is not written with every message, which would make messages wait for each other. */
const lastGood = (at: Date | null) => at && { succeeded_at: sql<Date>`greatest(succeeded_at, ${at})` }

/** What a lane has to know of its callback, while it has the lease; undefined when there is nothing to do any more. */
export const holdLane = (
  tx: Tx,
  lane: Lane,
  now: Date,
  { until, good_at: goodAt }: { until: Date; good_at: Date | null },
) =>
  tx
    .updateTable('callbacks')
    .set({ lease_until: until, ...lastGood(goodAt) })
    .where('portal_id', '=', lane.portal_id)
    .where('id', '=', lane.id)
    .where('lease', '=', lane.lease)
    .where('is_active', '=', true)
    .where('next_attempt_at', '<=', now)
    .returning(['id', 'portal_id', 'name', 'url', 'api_version', 'secret', 'former_secret', 'former_secret_until'])
    .returning(['failures'])
    .executeTakeFirst()

export type HeldCallback = NonNullable<Awaited<ReturnType<typeof holdLane>>>

export type Waiting = DeliveryTimes & {
  id: number
  event_id: string
  subject: string
  number: number
  type: string
  data: Record<string, unknown>
  occurred_at: Date
}

/**
 * The next deliveries of a lane, marked as being sent: in the order of the facts, or one alone for an address that is down, then
 * that with the fewest attempts.
 */
export const takeWaiting = async (tx: Tx, { id, portal_id, failures }: HeldCallback, now: Date, most: number) => {
  const isProbe = isDown({ failures })
  const { rows } = await sql<Waiting>`
    with taken as (
      select d.id from callback_deliveries d
      where d.portal_id = ${portal_id} and d.callback_id = ${id} and d.status in ${WAITING}
        and (${isProbe} or d.next_attempt_at <= ${now})
      order by ${isProbe ? sql`d.attempts, d.id` : sql`d.id`} limit ${isProbe ? 1 : most}
    ), marked as (
      update callback_deliveries d set status = 'PENDING', tried_at = coalesce(d.tried_at, ${now})
      from taken t where d.id = t.id
      returning d.id, d.event_id, d.subject, d.number, d.attempts, d.created_at, d.tried_at, d.portal_id
    )
    select m.id, m.event_id, m.subject, m.number, m.attempts, m.created_at, m.tried_at, e.type, e.data, e.occurred_at
    from marked m join callback_events e on e.portal_id = m.portal_id and e.id = m.event_id order by m.id`.execute(tx)
  return rows
}

/** Gives a lane back; what was taken and not sent waits again. */
export const releaseLane = async (tx: Tx, lane: Lane, goodAt: Date | null): Promise<void> => {
  const released = await tx
    .updateTable('callbacks')
    .set({ lease: null, lease_until: null, ...lastGood(goodAt) })
    .where('portal_id', '=', lane.portal_id)
    .where('id', '=', lane.id)
    .where('lease', '=', lane.lease)
    .returning('id')
    .executeTakeFirst()
  if (!released) return
  await tx
    .updateTable('callback_deliveries')
    .set({ status: sql`case when attempts = 0 then 'NOT_STARTED' else 'TEMPORARY_FAILURE' end` })
    .where('portal_id', '=', lane.portal_id)
    .where('callback_id', '=', lane.id)
    .where('status', '=', 'PENDING')
    .execute()
}

export type AttemptValues = {
  delivery_id: number
  status: DeliveryAfter['status']
  url: string
  request_headers: Record<string, string>
  response_status: number | null
  response_headers: Record<string, string> | null
  response_body: string | null
  problem: string | null
  milliseconds: number
  started_at: Date
}

export const insertAttempt = (
  tx: Tx,
  portalId: number,
  { request_headers, response_headers, ...values }: AttemptValues,
) =>
  tx
    .insertInto('callback_attempts')
    .values({
      ...values,
      portal_id: portalId,
      request_headers: JSON.stringify(request_headers),
      response_headers: response_headers && JSON.stringify(response_headers),
    })
    .execute()

export const saveDelivery = (
  tx: Tx,
  portalId: number,
  id: number,
  { status, next_attempt_at, attempts, now }: DeliveryAfter & { attempts: number; now: Date },
) =>
  tx
    .updateTable('callback_deliveries')
    .set({ status, attempts, next_attempt_at, finished_at: status === 'TEMPORARY_FAILURE' ? null : now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()

const health = (tx: Tx, portalId: number, id: number) =>
  tx
    .selectFrom('callbacks')
    .select(['name', 'failures', 'failing_since', 'told_at', 'succeeded_at'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)

export const loadHealth = (tx: Tx, portalId: number, id: number) => health(tx, portalId, id).executeTakeFirstOrThrow()
export const lockHealth = (tx: Tx, portalId: number, id: number) =>
  health(tx, portalId, id).forNoKeyUpdate().executeTakeFirstOrThrow()

export const saveHealth = (tx: Tx, portalId: number, id: number, values: Health & { next_attempt_at: Date }) =>
  tx.updateTable('callbacks').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()

/** Lets everything that waits for an address go out now. */
export const sendAll = (tx: Tx, portalId: number, id: number) =>
  tx
    .updateTable('callback_deliveries')
    .set({ next_attempt_at: sql`'epoch'` })
    .where('portal_id', '=', portalId)
    .where('callback_id', '=', id)
    .where('status', 'in', ['NOT_STARTED', 'TEMPORARY_FAILURE'])
    .execute()
