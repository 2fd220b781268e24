import { describe, expect, test } from 'vitest'
import { updateSettings } from '#features/portals/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { exportCalls, rowsOf } from '../../../../tests/exports.ts'
import { fillWithRecords, randomFrom } from '../../../../tests/reports/random-records.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportSchedules,
  REPORT_NAMES,
  showFigures,
  updateReportSchedule,
} from '../contract.ts'
import { sendDueReports, sendOne } from './send-reports.ts'

const clock = { now: new Date('2026-03-05T12:00:00Z') }
const t = testApp({ now: () => clock.now })
const { csv } = exportCalls(t, () => clock.now)

const EVERY_DAY = { covers: 'all', period: 'daily', weekday: null, month_day: null, format: 'csv' } as const

const schedule = (who: TestPerson, people: TestPerson[], values: Record<string, unknown> = {}) =>
  t.as(who).call(createReportSchedule, {
    body: { ...EVERY_DAY, report: 'enrollments', hour: 2, user_ids: people.map(({ id }) => id), ...values } as never,
  })

const mailsOf = (who: TestPerson) =>
  t.platform((tx) =>
    tx
      .selectFrom('mails')
      .leftJoin('mail_files', 'mail_files.mail_id', 'mails.id')
      .select(['mails.subject', 'mails.text', 'mails.message_key', 'mail_files.content', 'mail_files.name'])
      .where('mails.to_email', '=', who.email)
      .where('mails.template', '=', 'report')
      .orderBy('mails.id')
      .execute(),
  )

/** Runs the job at a moment, as the clock of the queue would. */
const runAt = (moment: string): Promise<number> => {
  clock.now = new Date(moment)
  return sendDueReports(t.app.db, t.app.services, clock.now)
}

describe('when a report is sent', () => {
  test.each([
    // 2:00 does not exist on March 8 in New York; 1:00 comes twice on November 1.
    [
      'forward',
      '2026-03-07T17:00:00Z',
      2,
      ['2026-03-08T07:00:00.000Z', '2026-03-09T06:00:00.000Z'],
      '2026-03-09T17:00:00Z',
    ],
    [
      'back',
      '2026-10-31T17:00:00Z',
      1,
      ['2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'],
      '2026-11-02T17:00:00Z',
    ],
  ] as const)(
    'once a day when the clock goes %s, however often the job runs (REP-021, REP-022)',
    async (_way, from, hour, dues, until) => {
      clock.now = new Date(from)
      const admin = await t.make.person('portal_admin')
      await schedule(admin, [admin], { hour })
      for (let moment = Date.parse(from); moment <= Date.parse(until); moment += 20 * 60_000)
        await runAt(new Date(moment).toISOString())
      const keys = (await mailsOf(admin)).map(({ message_key: key }) => key?.split(':').slice(2, -1).join(':'))
      expect(keys).toEqual(dues)
    },
  )

  test('once by two workers at the same moment, and by one that died before it was done (REP-022)', async () => {
    clock.now = new Date('2026-03-05T12:00:00Z')
    const admin = await t.make.person('portal_admin')
    const { data } = await schedule(admin, [admin], { hour: 7 })
    const now = new Date('2026-03-06T12:30:00Z')
    const portal = await t.app.services.portalById(admin.portal.id)
    if (!portal) throw new Error('The portal is missing')
    const at = { portal, files: t.app.services.files }
    // It dies after the mails were written: nothing of it is left.
    await expect(
      t.app.db.withPortal(admin.portal.id, async (tx) => {
        expect(await sendOne(tx, at, data.id, now)).toBe(1)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await mailsOf(admin)).toEqual([])
    const worker = () => sendDueReports(t.app.db, t.app.services, now)
    const sent = await Promise.all([worker(), worker(), worker()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await worker()).toBe(0)
    expect(await mailsOf(admin)).toHaveLength(1)
    const mailings = await t.platform((tx) =>
      tx.selectFrom('report_mailings').select(['due_at', 'mails']).where('schedule_id', '=', data.id).execute(),
    )
    expect(mailings).toEqual([{ due_at: new Date('2026-03-06T12:00:00Z'), mails: 1 }])
  })

  test('after a standstill once, for the latest due moment; a paused one is not sent (REP-022)', async () => {
    clock.now = new Date('2026-05-01T12:00:00Z')
    const admin = await t.make.person('portal_admin')
    await schedule(admin, [admin], { hour: 7 })
    await schedule(admin, [admin], { hour: 7, is_paused: true })
    await runAt('2026-05-06T12:00:00Z')
    const mails = await mailsOf(admin)
    expect(mails.map(({ message_key: key }) => key?.includes('2026-05-06T11:00:00'))).toEqual([true])
    await runAt('2026-05-07T10:59:00Z')
    expect(await mailsOf(admin)).toHaveLength(1)
    await runAt('2026-05-07T11:01:00Z')
    expect(await mailsOf(admin)).toHaveLength(2)
  })

  test('at the hour of the new zone once the portal has changed its own (REP-022, PRT-077)', async () => {
    clock.now = new Date('2026-05-01T12:00:00Z')
    const admin = await t.make.person('portal_admin')
    const { data } = await schedule(admin, [admin], { hour: 7 })
    expect(data.next_due_at).toBe('2026-05-02T11:00:00.000Z')
    await t.as(admin).call(updateSettings, { body: { time_zone: 'America/Los_Angeles' } })
    // The job has looked since, as it does every five minutes.
    await runAt('2026-05-01T12:05:00Z')
    await runAt('2026-05-02T11:30:00Z')
    await runAt('2026-05-02T14:30:00Z')
    const hours = (await mailsOf(admin)).map(({ message_key: key }) => /2026-\d\d-\d\dT\d\d/.exec(key ?? '')?.[0])
    expect(hours).toEqual(['2026-05-01T14', '2026-05-02T14'])
  })
})

describe('what a report that is sent says', () => {
  test('the figures and rows of the screen and of the export, over random data (REP-015, REP-021)', async () => {
    clock.now = new Date('2026-11-24T15:00:00Z')
    const admin = await t.make.person('portal_admin')
    await fillWithRecords(t, admin, new Date('2026-11-25T12:00:00Z'), randomFrom(11))
    for (const report of REPORT_NAMES) await schedule(admin, [admin], { report, hour: 7 })
    await runAt('2026-11-25T12:05:00Z')
    const mails = await mailsOf(admin)
    expect(mails).toHaveLength(REPORT_NAMES.length)
    for (const [index, report] of REPORT_NAMES.entries()) {
      const { data } = await t.as(admin).call(showFigures, { params: { report } })
      const mail = mails[index]
      const rows = rowsOf(mail?.content ?? Buffer.alloc(0))
      expect([report, rows.length]).toEqual([report, data.figures[0]?.value])
      for (const { label, value } of data.figures) expect(mail?.text).toMatch(new RegExp(`${label}:\\s+${value}\\b`))
      const path = {
        'joined-users': '/users/joined-user-export',
        invitations: '/invites/export',
        searches: '/searches/export',
      }[report as string]
      expect(rows).toEqual(await csv(admin, path ?? `/reports/${report}/export`))
      expect(mail?.text).toContain(`/reports/${report}`)
    }
  })

  test('its days are those before the day of sending, and a link carries the same (REP-021)', async () => {
    clock.now = new Date('2026-11-24T15:00:00Z')
    const admin = await t.make.person('portal_admin')
    await schedule(admin, [admin], { hour: 7, covers: 'last_7_days', format: 'link' })
    await runAt('2026-11-25T12:05:00Z')
    const [mail] = await mailsOf(admin)
    expect(mail?.content).toBeNull()
    expect(mail?.subject).toBe('Enrollments: 0 (November 18 2026 to November 24 2026)')
    expect(mail?.text.replaceAll('\n', '')).toContain('/reports/enrollments?date_from=2026-11-18&date_to=2026-11-24')
  })
})

describe('who gets a report', () => {
  test('each what they see themselves, and nobody who has lost the right, left or was blocked (REP-023, ROL-051, ERR-137)', async () => {
    clock.now = new Date('2026-06-01T12:00:00Z')
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const manager = await t.make.person('manager', { portal })
    const gone = await t.make.person('portal_admin', { portal })
    const blocked = await t.make.person('portal_admin', { portal })
    const demoted = await t.make.person('accounting', { portal })
    const learner = await t.make.person('learner', { portal })
    await t.platform(async (tx) => {
      const course = await tx
        .insertInto('courses')
        .values({ portal_id: portal.id, slug: 'c', title: 'C' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const manager_id of [manager.id, null]) {
        const person = await t.make.person('learner', { portal })
        await tx
          .insertInto('enrollments')
          .values({
            portal_id: portal.id,
            course_id: course.id,
            user_id: person.id,
            role: 'learner',
            manager_id,
            expires_at: new Date('2100-01-01T00:00:00Z'),
          } as never)
          .execute()
      }
    })
    await expect(schedule(admin, [admin, learner])).rejects.toMatchObject({
      status: 422,
      code: 'no_report_right',
      message: 'Nothing was saved. Remove those who cannot open this report.',
    })
    expect((await t.as(admin).call(listReportSchedules, { query: { report: 'enrollments' } })).data.schedules).toEqual(
      [],
    )
    await schedule(admin, [admin, manager, gone, blocked, demoted])
    await t.platform(async (tx) => {
      await tx.updateTable('portal_users').set({ left_at: clock.now }).where('user_id', '=', gone.id).execute()
      await tx.updateTable('portal_users').set({ is_blocked: true }).where('user_id', '=', blocked.id).execute()
      await tx.deleteFrom('portal_user_roles').where('user_id', '=', demoted.id).execute()
    })
    await runAt('2026-06-02T12:00:00Z')
    const rows = async (who: TestPerson) =>
      (await mailsOf(who)).map(({ content }) => rowsOf(content ?? Buffer.alloc(0)).length)
    expect(await rows(admin)).toEqual([2])
    expect(await rows(manager)).toEqual([1])
    for (const who of [gone, blocked, demoted]) expect(await mailsOf(who)).toEqual([])
  })

  test('a manager sends a report to themselves alone, and reaches no schedule of others or of another portal (REP-023, REP-024, API-021)', async () => {
    clock.now = new Date('2026-06-01T12:00:00Z')
    const admin = await t.make.person('portal_admin')
    const manager = await t.make.person('manager', { portal: admin.portal })
    const { data: first } = await schedule(admin, [admin])
    await expect(schedule(manager, [admin])).rejects.toMatchObject({ code: 'no_report_right' })
    const { data: own } = await schedule(manager, [manager])
    const list = async (who: TestPerson) =>
      (await t.as(who).call(listReportSchedules, { query: { report: 'enrollments' } })).data
    expect((await list(manager)).schedules.map(({ id }) => id)).toEqual([own.id])
    expect((await list(manager)).people.map(({ id }) => id)).toEqual([manager.id])
    expect((await list(admin)).schedules.map(({ id }) => id)).toEqual([first.id, own.id])
    const body = { ...EVERY_DAY, hour: 9, user_ids: [manager.id] }
    const stranger = await t.make.person('portal_admin')
    for (const [who, id] of [
      [manager, first.id],
      [stranger, first.id],
    ] as const) {
      await expect(t.as(who).call(updateReportSchedule, { params: { id }, body })).rejects.toMatchObject({
        status: 404,
      })
      await expect(t.as(who).call(deleteReportSchedule, { params: { id } })).rejects.toMatchObject({ status: 404 })
    }
    const changed = await t.as(admin).call(updateReportSchedule, { params: { id: own.id }, body })
    expect(changed.data).toMatchObject({ hour: 9, text: 'Every day at 9:00 AM' })
    await t.as(admin).call(deleteReportSchedule, { params: { id: own.id } })
    const logged = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('portal_id', '=', admin.portal.id)
        .where('action', 'like', 'report-schedule.%')
        .orderBy('id')
        .execute(),
    )
    expect(logged.map(({ action }) => action)).toEqual([
      'report-schedule.create',
      'report-schedule.create',
      'report-schedule.update',
      'report-schedule.delete',
    ])
  })
})
