import { contentNow, fileNameFor, MIME_TYPES } from '#features/exports/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import { type Db, dbOf, type Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { each } from '#platform/jobs/each.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { daysOf, periodWords } from '../rules/covers.ts'
import { latestDue, nextDue, rhythmWords } from '../rules/schedule.ts'
import { exportOf } from './exports.ts'
import { readFigures } from './read.ts'
import { loadRecipients, type Recipient } from './recipients.ts'
import type { AnyReport, ReportQuery, ReportRequest } from './report.ts'
import { reportOf } from './reports.ts'
import { findDue, lockSchedule, noteMailing, type Schedule, setNextDue, takeDue } from './schedule-store.ts'

/** More rows are not attached: the mail says where they are (REP-021). */
const MOST_ATTACHED = 10_000

type At = { portal: PortalContext; files: Files }

/** What a recipient asks for on a day: the report in their own reach. */
const requestOf = (portal: PortalContext, recipient: Recipient, query: ReportQuery, due: Date): ReportRequest => ({
  portal_id: portal.id,
  user_id: recipient.id,
  role: recipient.role,
  is_outside: recipient.is_outside,
  scope: recipient.scope,
  sees_emails: recipient.sees_emails,
  time_zone: portal.setting.time_zone,
  today: dayOf(due, portal.setting.time_zone),
  asked_at: due.toISOString(),
  query,
})

const fileOf = async (tx: Tx, { files }: At, report: AnyReport, request: ReportRequest, due: Date) => {
  const kind = exportOf(report)
  const content = await contentNow(tx, kind, request, { db: dbOf(tx), files })
  if (!Buffer.isBuffer(content)) throw new TypeError('A report is exported as rows')
  return { name: fileNameFor(kind, due, request.time_zone), mime_type: MIME_TYPES.csv, content }
}

const mailOne = async (tx: Tx, at: At, schedule: Schedule, recipient: Recipient, due: Date): Promise<void> => {
  const { portal } = at
  const report = reportOf(schedule.report)
  const today = dayOf(due, portal.setting.time_zone)
  const days = report.date === null ? {} : daysOf(schedule.covers, today)
  const query: ReportQuery = { ...schedule.query, ...days }
  const request = requestOf(portal, recipient, query, due)
  const { figures } = await readFigures(tx, report, request)
  const rows = figures[0]?.value ?? 0
  const isTooLarge = schedule.format === 'csv' && rows > MOST_ATTACHED
  const file = schedule.format === 'csv' && !isTooLarge ? await fileOf(tx, at, report, request, due) : null
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  await sendMail(tx, {
    template: 'report',
    portal_id: portal.id,
    to: recipient.email,
    key: `report:${schedule.id}:${due.toISOString()}:${recipient.id}`,
    ...(file && { files: [file] }),
    data: {
      first_name: recipient.first_name,
      title: report.title,
      period: periodWords(days, today),
      rhythm: rhythmWords(schedule),
      figures: figures.map(({ label, value }) => ({ label, value })),
      file: file?.name ?? null,
      is_too_large: isTooLarge,
      link: `${portal.origin}/reports/${report.name}${search ? `?${search}` : ''}`,
    },
  })
}

/**
 * Sends a schedule that is due: the note that this moment was sent, the mails and the next due moment stand or fall together,
 * so that a worker that dies leaves nothing behind and two workers send once (REP-022). Answers how many mails were written.
 */
export const sendOne = async (tx: Tx, at: At, id: number, now: Date): Promise<number> => {
  const { portal } = at
  const zone = portal.setting.time_zone
  const schedule = await takeDue(tx, portal.id, id, now)
  if (!schedule) return 0
  if (schedule.time_zone !== zone) return 0
  const due = latestDue(schedule, schedule.next_due_at, now, zone)
  const recipients = await loadRecipients(tx, portal, reportOf(schedule.report), schedule.user_ids)
  const isNew = await noteMailing(tx, {
    portal_id: portal.id,
    schedule_id: id,
    due_at: due,
    mails: recipients.length,
    sent_at: now,
  })
  if (isNew) for (const recipient of recipients) await mailOne(tx, at, schedule, recipient, due)
  await setNextDue(tx, portal.id, id, {
    next_due_at: nextDue(schedule, due, zone),
    time_zone: zone,
    ...(isNew && recipients.length > 0 && { last_sent_at: now }),
  })
  return isNew ? recipients.length : 0
}

/** The clock of the portal was changed: the hour of the schedule is one of the new clock from now on. */
const adjustZone = async (tx: Tx, portal: PortalContext, id: number, now: Date) => {
  const zone = portal.setting.time_zone
  const schedule = await lockSchedule(tx, portal.id, id)
  if (!schedule || schedule.time_zone === zone) return
  // What was due before the change is still sent.
  if (schedule.next_due_at <= now)
    await setNextDue(tx, portal.id, id, { next_due_at: schedule.next_due_at, time_zone: zone })
  else await setNextDue(tx, portal.id, id, { next_due_at: nextDue(schedule, now, zone), time_zone: zone })
}

/** Sends a schedule at once, beside its due moments, to those who may open the report; answers how many mails were written. */
export const sendNow = async (tx: Tx, at: At, schedule: Schedule, now: Date): Promise<number> => {
  const recipients = await loadRecipients(tx, at.portal, reportOf(schedule.report), schedule.user_ids)
  const mailing = {
    portal_id: at.portal.id,
    schedule_id: schedule.id,
    due_at: now,
    mails: recipients.length,
    sent_at: now,
  }
  if (!(await noteMailing(tx, mailing))) return 0
  for (const recipient of recipients) await mailOne(tx, at, schedule, recipient, now)
  return recipients.length
}

type Services = { files: Files; portalById: (id: number) => Promise<PortalContext | null> }

/** Sends every report that is due, over all portals, each in a transaction of its own. */
export const sendDueReports = async (db: Db, { files, portalById }: Services, now: Date): Promise<number> => {
  const due = await db.withPlatform((tx) => findDue(tx, now), 'read only')
  let mails = 0
  await each(due, async ({ id, portal_id }) => {
    const portal = await portalById(portal_id)
    if (!portal) return
    await db.withPortal(portal_id, (tx) => adjustZone(tx, portal, id, now))
    mails += await db.withPortal(portal_id, (tx) => sendOne(tx, { portal, files }, id, now))
  })
  return mails
}
