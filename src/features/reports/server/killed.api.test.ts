import { PgBoss } from 'pg-boss'
import { afterEach, expect, test } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#platform/mail/smtp-testing.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { createReportSchedule } from '../contract.ts'
import { sendDueReports } from './send-reports.ts'

const DAY_MS = 86_400_000
// The schedule was made three days ago; the workers go by the real time, at which it is due.
const t = testApp({ now: () => new Date(Date.now() - 3 * DAY_MS) })

const workers = new Set<AppProcess>()
let smtp: SmtpServer
const work = async () => {
  const worker = await forkApp(t, { works: true, env: { SMTP_URL: smtp.url } })
  workers.add(worker)
  return worker
}
afterEach(async () => {
  for (const worker of workers) if (worker.process.signalCode === null) await worker.kill()
  workers.clear()
  await smtp.close()
})

/** A schedule that is due, to this many people in the order in which they are written to. */
const dueSchedule = async (count: number) => {
  const admin = await t.make.person('portal_admin', { first_name: 'Person 0' })
  const { portal } = admin
  const people = [admin]
  while (people.length < count)
    people.push(await t.make.person('portal_admin', { portal, first_name: `Person ${people.length}` }))
  const body = {
    report: 'enrollments',
    covers: 'all',
    period: 'daily',
    hour: 2,
    weekday: null,
    month_day: null,
    format: 'csv',
    user_ids: people.map(({ id }) => id),
  }
  const { data } = await t.as(admin).call(createReportSchedule, { body: body as never })
  return { id: data.id, people }
}

/** What the database says of a schedule: its notes of sending, and its mails with whether they have left. */
const stateOf = (id: number) =>
  t.platform(async (tx) => {
    const mailings = await tx
      .selectFrom('report_mailings')
      .select('mails')
      .where('schedule_id', '=', id)
      .orderBy('due_at')
      .execute()
    const mails = await tx
      .selectFrom('mails')
      .select(['to_email', 'sent_at'])
      .where('message_key', 'like', `report:${id}:%`)
      .orderBy('id')
      .execute()
    return {
      mailings: mailings.map((mailing) => mailing.mails),
      mails: mails.map(({ to_email, sent_at: sent }) => [to_email, sent !== null]),
    }
  })

/** The mails of these people, all of them sent or none. */
const mailsTo = (people: readonly TestPerson[], isSent: boolean) => people.map(({ email }) => [email, isSent])

/** Three minutes later: the queue takes a run that has not ended for dead, as a worker's minute does. */
const passThreeMinutes = async () => {
  const { pool } = t.app.db
  await pool.query(
    `update pgboss.job set started_on = started_on - interval '3 minutes' where name = 'mail.send' and state = 'active'`,
  )
  await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  const { host, port, user, password, database, options } = pool.options
  const connection = { host, port, user, password, database, options } as { database: string }
  const boss = new PgBoss({ ...connection, migrate: false, createSchema: false, supervise: false, schedule: false })
  await boss.start()
  await boss.supervise('mail.send')
  await boss.stop()
}

const addressesOf = ({ received }: SmtpServer) => received.map(({ to }) => to.join()).sort()
const messageIdOf = ({ source }: SmtpServer['received'][number]) => /^Message-ID: (.+)$/im.exec(source)?.[1]

test.each([
  ['throws away', false],
  ['keeps', true],
] as const)(
  'workers killed while a report is mailed lose no mail and send none again that was confirmed, where the mail server %s what it could not confirm (REP-022, REP-035)',
  async (_what, isKept) => {
    smtp = await startSmtpServer()
    const { id, people } = await dueSchedule(3)
    const [first, second, third] = people.map(({ email }) => email) as [string, string, string]

    // Killed before the commit, nothing is left of it; killed right after, everything is there, and nobody starts again.
    await dieAtJob(t, { job: 'reports.send', data: [{}], dies_at: 2 })
    expect(await stateOf(id)).toEqual({ mailings: [], mails: [] })
    await dieAtJob(t, { job: 'reports.send', data: [{}], dies_at: 2, is_committed: true })
    expect(await stateOf(id)).toEqual({ mailings: [3], mails: mailsTo(people, false) })
    expect(smtp.received).toEqual([])

    // Killed while the mail server owes the answer to the second of three.
    const arrived = smtp.hold(second, isKept)
    const worker = await work()
    await arrived
    await worker.kill()
    expect(addressesOf(smtp)).toEqual(isKept ? [first, second] : [first])
    expect(await stateOf(id)).toEqual({
      mailings: [3],
      mails: [
        [first, true],
        [second, false],
        [third, false],
      ],
    })

    await work()
    await expect.poll(() => addressesOf(smtp), { timeout: 60_000 }).toContain(third)
    await passThreeMinutes()
    await expect.poll(async () => (await stateOf(id)).mails, { timeout: 60_000 }).toEqual(mailsTo(people, true))
    const again = isKept ? [second] : []
    expect(addressesOf(smtp)).toEqual([first, second, third, ...again].sort())
    // What came twice is one message to a mail program: only the mail server knew that it had it.
    const ofSecond = smtp.received.filter(({ to }) => to.includes(second)).map(messageIdOf)
    expect(ofSecond[0]).toMatch(/^<mail-\d+@/)
    expect(new Set(ofSecond).size).toBe(1)

    // The next look finds nothing that is due.
    expect(await sendDueReports(t.app.db, t.app.services, new Date())).toBe(0)
    expect(await stateOf(id)).toEqual({ mailings: [3], mails: mailsTo(people, true) })
  },
  240_000,
)
