import type { SignedIn } from '#kernel/context.ts'
import type { Input, Output } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { createReportSchedule, listReportSchedules, updateReportSchedule } from '../contract.ts'
import { nextDue, type Rhythm, rhythmWords } from '../rules/schedule.ts'
import { loadRecipients } from './recipients.ts'
import type { AnyReport } from './report.ts'
import { reportOf } from './reports.ts'
import * as store from './schedule-store.ts'

type Body = Input<typeof updateReportSchedule>['body']
type Schedule = Output<typeof listReportSchedules>['data']['schedules'][number]

/** A portal has at most so many schedules. */
const MOST = 200

const present = (schedule: store.Schedule, names: ReadonlyMap<number, string>): Schedule => ({
  id: schedule.id,
  report: schedule.report,
  covers: schedule.covers,
  period: schedule.period,
  hour: schedule.hour,
  weekday: schedule.weekday,
  month_day: schedule.month_day,
  format: schedule.format,
  is_paused: schedule.is_paused,
  text: rhythmWords(schedule),
  next_due_at: schedule.next_due_at,
  last_sent_at: schedule.last_sent_at,
  people: schedule.user_ids.map((id) => ({ id, name: names.get(id) ?? 'No longer allowed' })),
  course_id: schedule.query.course_id ?? null,
  manager_id: schedule.query.manager_id ?? null,
  state: schedule.query.state ?? null,
})

/** Who can get the report by mail: for those who see their own records alone, themselves. */
const peopleFor = async (tx: Tx, ctx: SignedIn, report: AnyReport) => {
  const ids = ctx.scope === 'any' ? undefined : [ctx.viewer.user_id]
  return (await loadRecipients(tx, ctx.portal, report, ids)).map(({ id, name }) => ({ id, name }))
}

const namesOf = (people: readonly { id: number; name: string }[]) => new Map(people.map(({ id, name }) => [id, name]))

export const showSchedules = async (tx: Tx, ctx: SignedIn, report: AnyReport) => {
  const people = await peopleFor(tx, ctx, report)
  const madeBy = ctx.scope === 'any' ? null : ctx.viewer.user_id
  const schedules = await store.listSchedules(tx, ctx.portal.id, report.name, madeBy)
  return {
    schedules: schedules.map((schedule) => present(schedule, namesOf(people))),
    people,
    own_id: ctx.viewer.user_id,
  }
}

/** The rhythm alone; a weekday is of a weekly schedule and a day of the month of a monthly one. */
const rhythmOf = ({ period, hour, weekday, month_day }: Body): Rhythm => {
  if (period === 'weekly' && weekday === null) throw fail('invalid', { field: 'weekday' })
  if (period === 'monthly' && month_day === null) throw fail('invalid', { field: 'month_day' })
  return {
    period,
    hour,
    weekday: period === 'weekly' ? weekday : null,
    month_day: period === 'monthly' ? month_day : null,
  }
}

const valuesOf = (ctx: SignedIn, report: AnyReport, body: Body): store.ScheduleValues => {
  const rhythm = rhythmOf(body)
  const { course_id, manager_id, state } = body
  if (state !== null && !report.figures.some((figure) => figure.state === state))
    throw fail('invalid', { field: 'state' })
  const zone = ctx.portal.setting.time_zone
  return {
    ...rhythm,
    covers: report.date === null ? 'all' : body.covers,
    format: body.format,
    is_paused: body.is_paused,
    query: {
      ...(course_id !== null && { course_id }),
      ...(manager_id !== null && ctx.scope === 'any' && { manager_id }),
      ...(state !== null && { state }),
    },
    next_due_at: nextDue(rhythm, ctx.now, zone),
    time_zone: zone,
  }
}

/** Refuses people who may not open the report; nothing is saved then (REP-023). */
const requirePeople = async (tx: Tx, ctx: SignedIn, report: AnyReport, userIds: readonly number[]) => {
  const people = namesOf(await peopleFor(tx, ctx, report))
  if (userIds.some((id) => !people.has(id))) throw fail('no_report_right', { field: 'user_ids' })
  return people
}

const shown = async (tx: Tx, ctx: SignedIn, id: number, names: ReadonlyMap<number, string>) => {
  const schedule = await store.lockSchedule(tx, ctx.portal.id, id)
  if (!schedule) throw fail('not_found')
  return present(schedule, names)
}

const log = (tx: Tx, ctx: SignedIn, verb: string, id: number, report: AnyReport) =>
  logActivity(tx, ctx, {
    action: `report-schedule.${verb}`,
    subject_type: 'report_schedule',
    subject_id: id,
    changes: { title: report.title },
  })

export const makeSchedule = async (tx: Tx, ctx: SignedIn, body: Input<typeof createReportSchedule>['body']) => {
  const report = reportOf(body.report)
  const people = await requirePeople(tx, ctx, report, body.user_ids)
  if ((await store.countSchedules(tx, ctx.portal.id)) >= MOST)
    throw fail('invalid', { message: 'There are 200 schedules already. Please delete one that nobody needs.' })
  const maker = { portal_id: ctx.portal.id, user_id: ctx.viewer.user_id, report: report.name, now: ctx.now }
  const id = await store.insertSchedule(tx, maker, valuesOf(ctx, report, body))
  await store.savePeople(tx, ctx.portal.id, id, body.user_ids)
  await log(tx, ctx, 'create', id, report)
  return shown(tx, ctx, id, people)
}

/** A schedule that the viewer may change: any of the portal, or as somebody with own records one they made. */
export const reachSchedule = async (tx: Tx, ctx: SignedIn, id: number): Promise<store.Schedule> => {
  const schedule = await store.lockSchedule(tx, ctx.portal.id, id)
  if (!schedule || (ctx.scope !== 'any' && schedule.user_id !== ctx.viewer.user_id)) throw fail('not_found')
  return schedule
}

export const changeSchedule = async (tx: Tx, ctx: SignedIn, id: number, body: Body) => {
  const schedule = await reachSchedule(tx, ctx, id)
  const report = reportOf(schedule.report)
  const people = await requirePeople(tx, ctx, report, body.user_ids)
  await store.saveSchedule(tx, ctx.portal.id, id, valuesOf(ctx, report, body), ctx.now)
  await store.savePeople(tx, ctx.portal.id, id, body.user_ids)
  await log(tx, ctx, 'update', id, report)
  return shown(tx, ctx, id, people)
}

export const removeSchedule = async (tx: Tx, ctx: SignedIn, id: number) => {
  const schedule = await reachSchedule(tx, ctx, id)
  await store.deleteSchedule(tx, ctx.portal.id, id)
  await log(tx, ctx, 'delete', id, reportOf(schedule.report))
}
