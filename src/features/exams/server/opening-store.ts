import { sql } from 'kysely'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'

/** How long a request for a proctor counts (TRD-039). */
export const REQUEST_HOURS = 2

type Place = { enrollment_id: number; exam_id: number }

export type Incident = { text: string; recorded_at: Date; recorded_by: number }

/** An exam that a proctor opened, with what became of it. */
export type Opening = {
  id: number
  enrollment_id: number
  exam_id: number
  opened_by: number
  opened_at: Date
  expires_at: Date
  place: string
  identity_check: string
  closed_at: Date | null
  attempt_id: number | null
  ended_at: Date | null
  ended_by: number | null
  confirmed_at: Date | null
  incidents: Incident[]
}

const COLUMNS = sql`o.id, o.enrollment_id, o.exam_id, o.opened_by, o.opened_at, o.expires_at, o.place, o.identity_check,
  o.closed_at, o.attempt_id, o.ended_at, o.ended_by, o.confirmed_at`

type Row = Omit<Opening, 'incidents'> & { incidents: (Omit<Incident, 'recorded_at'> & { recorded_at: string })[] }

/** The openings of enrollments, of one exam if it is named, the oldest first. */
export const loadOpenings = async (
  tx: Tx,
  portalId: number,
  { enrollment_ids, exam_id = null }: { enrollment_ids: readonly number[]; exam_id?: number | null },
): Promise<Opening[]> => {
  const { rows } = await sql<Row>`
    select ${COLUMNS}, coalesce((
      select json_agg(json_build_object('text', i.text, 'recorded_at', i.recorded_at, 'recorded_by', i.recorded_by) order by i.id)
      from exam_incidents i where i.portal_id = o.portal_id and i.opening_id = o.id
    ), '[]') as incidents
    from exam_openings o
    where o.portal_id = ${portalId} and o.enrollment_id = any(${[...enrollment_ids]}::bigint[])
      and (${exam_id}::bigint is null or o.exam_id = ${exam_id})
    order by o.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    incidents: row.incidents.map((one) => ({ ...one, recorded_at: new Date(one.recorded_at) })),
  }))
}

/** The opening that stands at a moment: not taken back, not used, and not over. */
export const standingOpening = (openings: readonly Opening[], now: Date): Opening | null =>
  openings.find(({ closed_at, attempt_id, expires_at }) => !closed_at && attempt_id === null && expires_at > now) ??
  null

/** Locks the opening that stands, so that it is used or taken back, and once; null where there is none. */
export const lockOpening = async (tx: Tx, portalId: number, at: Place, now: Date): Promise<number | null> => {
  const row = await tx
    .selectFrom('exam_openings')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('attempt_id', 'is', null)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

/** Gives an opening that this transaction locked to the attempt that it has just begun. */
export const spendOpening = async (tx: Tx, portalId: number, openingId: number): Promise<void> => {
  await sql`
    update exam_openings o set attempt_id = a.id
    from exam_attempts a
    where o.portal_id = ${portalId} and o.id = ${openingId} and a.portal_id = o.portal_id
      and a.enrollment_id = o.enrollment_id and a.exam_id = o.exam_id and a.status = ${PROGRESS.in_progress} and a.reset_at is null`.execute(
    tx,
  )
}

/** When the learner asked for a proctor; null where that was not done, or too long ago. */
export const loadRequest = async (tx: Tx, portalId: number, at: Place, now: Date): Promise<Date | null> => {
  const row = await tx
    .selectFrom('exam_proctor_requests')
    .select('asked_at')
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('exam_id', '=', at.exam_id)
    .where('asked_at', '>', new Date(now.getTime() - REQUEST_HOURS * 3_600_000))
    .executeTakeFirst()
  return row?.asked_at ?? null
}

/** Notes that a learner waits for a proctor; asking again counts from then on. */
export const saveRequest = async (tx: Tx, portalId: number, at: Place, now: Date): Promise<void> => {
  await sql`
    insert into exam_proctor_requests (portal_id, enrollment_id, exam_id, asked_at)
    values (${portalId}, ${at.enrollment_id}, ${at.exam_id}, ${now})
    on conflict (portal_id, enrollment_id, exam_id) do update set asked_at = excluded.asked_at`.execute(tx)
}
