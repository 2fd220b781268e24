import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ReportName } from '../contract.ts'
import type { Covers } from '../rules/covers.ts'
import type { Rhythm } from '../rules/schedule.ts'
import type { ReportQuery } from './report.ts'

const COLUMNS = [
  'id',
  'portal_id',
  'user_id',
  'report',
  'query',
  'covers',
  'period',
  'hour',
  'weekday',
  'month_day',
  'format',
  'is_paused',
  'next_due_at',
  'time_zone',
  'last_sent_at',
  'created_at',
  'updated_at',
] as const

type Narrow = {
  report: ReportName
  query: ReportQuery
  covers: Covers
  period: Rhythm['period']
  format: 'csv' | 'link'
}
const all = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('report_schedules')
    .select(COLUMNS)
    .select(
      sql<number[]>`array(
        select p.user_id::int from report_schedule_people p
        where p.portal_id = report_schedules.portal_id and p.schedule_id = report_schedules.id order by p.user_id)`.as(
        'user_ids',
      ),
    )
    .$narrowType<Narrow>()
    .where('portal_id', '=', portalId)

export type Schedule = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>

/** The schedules of a report, for those who see their own records alone the ones they have made. */
export const listSchedules = (tx: Tx, portalId: number, report: ReportName, madeBy: number | null) => {
  let rows = all(tx, portalId).where('report', '=', report)
  if (madeBy !== null) rows = rows.where('user_id', '=', madeBy)
  return rows.orderBy('id').limit(100).execute()
}

export const countSchedules = async (tx: Tx, portalId: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('report_schedules')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('portal_id', '=', portalId)
    .executeTakeFirstOrThrow()
  return count
}

export const lockSchedule = async (tx: Tx, portalId: number, id: number): Promise<Schedule | null> =>
  (await all(tx, portalId).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** A schedule that is due and that no other worker sends at this moment. */
export const takeDue = async (tx: Tx, portalId: number, id: number, now: Date): Promise<Schedule | null> =>
  (await all(tx, portalId)
    .where('id', '=', id)
    .where('is_paused', '=', false)
    .where('next_due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) ?? null

export type ScheduleValues = Rhythm & {
  covers: Covers
  format: 'csv' | 'link'
  is_paused: boolean
  query: ReportQuery
  next_due_at: Date
  time_zone: string
}

const columnsOf = ({ query, ...values }: ScheduleValues) => ({ ...values, query: JSON.stringify(query) })

export const insertSchedule = async (
  tx: Tx,
  { portal_id, user_id, report, now }: { portal_id: number; user_id: number; report: ReportName; now: Date },
  values: ScheduleValues,
): Promise<number> => {
  const { id } = await tx
    .insertInto('report_schedules')
    .values({ portal_id, user_id, report, created_at: now, updated_at: now, ...columnsOf(values) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const saveSchedule = async (tx: Tx, portalId: number, id: number, values: ScheduleValues, now: Date) => {
  await tx
    .updateTable('report_schedules')
    .set({ ...columnsOf(values), updated_at: now })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

export const savePeople = async (tx: Tx, portalId: number, id: number, userIds: readonly number[]) => {
  await tx
    .deleteFrom('report_schedule_people')
    .where('portal_id', '=', portalId)
    .where('schedule_id', '=', id)
    .execute()
  await tx
    .insertInto('report_schedule_people')
    .values([...new Set(userIds)].map((user_id) => ({ portal_id: portalId, schedule_id: id, user_id })))
    .execute()
}

export const deleteSchedule = async (tx: Tx, portalId: number, id: number) => {
  await tx.deleteFrom('report_schedules').where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** Notes that a due moment was sent; false when it was before. */
export const noteMailing = async (
  tx: Tx,
  mailing: { portal_id: number; schedule_id: number; due_at: Date; mails: number; sent_at: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('report_mailings')
    .values(mailing)
    .onConflict((conflict) => conflict.columns(['portal_id', 'schedule_id', 'due_at']).doNothing())
    .returning('schedule_id')
    .executeTakeFirst()
  return row !== undefined
}

export const setNextDue = async (
  tx: Tx,
  portalId: number,
  id: number,
  values: { next_due_at: Date; time_zone: string; last_sent_at?: Date },
) => {
  await tx.updateTable('report_schedules').set(values).where('portal_id', '=', portalId).where('id', '=', id).execute()
}

/** Over all portals: what is due, and what was computed for a time zone that the portal has left. */
export const findDue = (tx: Tx, now: Date) =>
  tx
    .selectFrom('report_schedules as s')
    .innerJoin('portals as p', 'p.id', 's.portal_id')
    .select(['s.id', 's.portal_id'])
    .where('s.is_paused', '=', false)
    .where((eb) => eb.or([eb('s.next_due_at', '<=', now), eb('s.time_zone', '<>', eb.ref('p.time_zone'))]))
    .orderBy('s.next_due_at')
    .orderBy('s.id')
    .limit(1000)
    .execute()
