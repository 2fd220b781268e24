import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { updatePortalTextLimit } from '#features/portals/contract-texts.ts'
import { textsToday } from '#platform/text-messages/day.ts'
import { headersOf, type TestPerson, testApp } from '../../../../tests/api.ts'
import { badgeHolders } from '../../../../tests/badges/holders.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { balancedCalls, sendTo as sendOver } from '../../../../tests/processes/balanced-calls.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { texting } from '../../../../tests/text-messages/texting.ts'
import { jobHandlers } from '../../../app/features.ts'
import { sendStartLinks } from '../contract.ts'

const t = testApp()
const holders = badgeHolders(t)
const { setUp, add } = holders
const { controls, drain, call, number, proved, sendTo, shown } = texting(t, holders)

type SetUp = Awaited<ReturnType<typeof setUp>>

let owner: pg.Client
beforeAll(async () => {
  const { host, port, user, password } = inject('pg')
  const { database } = t.app.db.pool.options
  owner = new pg.Client({ host, port, user, database, ...(password !== null && { password }) })
  await owner.connect()
})
afterAll(() => owner.end())

const until = async (condition: string) => {
  for (;;) {
    // Within a transaction the list of connections would stay as it was first read.
    await owner.query('select pg_stat_clear_snapshot()')
    const { rows } = await owner.query(`select (${condition}) as is_so`)
    if (rows[0].is_so) return
  }
}
const waiting = (count: number) => `${count} <= (select count(distinct l.pid) from pg_locks l
  join pg_database d on d.oid = l.database or l.database is null
  join pg_stat_activity a on a.pid = l.pid and a.datname = d.datname
  where not l.granted and d.datname = current_database())`

const EARLY = (at: SetUp) => `${at.portal.name} has used 80% of today’s text messages`
const OVER = (at: SetUp) => `${at.portal.name} has reached today’s limit for text messages`

/** A portal with two admins, and somebody of the platform who sets its limit. */
const watched = async () => {
  const at = await setUp()
  const second = await t.make.person('portal_admin', { portal: at.portal })
  const root = await t.make.person('super_admin')
  const limit = async (text_limit: number | null) =>
    t.as(root).call(updatePortalTextLimit, { params: { id: at.portal.id }, body: { text_limit } })
  return { ...at, second, root, limit, everybody: [at.admin, second, root] }
}
const crew = async (at: SetUp, count: number) => {
  const ids: number[] = []
  for (let one = 0; one < count; one += 1) {
    const { id } = await add(at)
    await number(at, id)
    ids.push(id)
  }
  return ids
}
const sentBy = async (at: SetUp) =>
  (await t.app.db.withPortal(at.portal.id, (tx) => textsToday(tx, at.portal.id, new Date()), 'read only')).sent
/** The subjects of the mails about the limit of a portal to somebody. */
const mailsTo = async (at: SetUp, { email }: TestPerson) => {
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('mails')
      .select('subject')
      .where('portal_id', '=', at.portal.id)
      .where('template', '=', 'text-limit')
      .where('to_email', '=', email)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ subject }) => subject)
}
const bellOf = async (who: TestPerson) =>
  (await t.as(who).call(listNotifications)).data.filter(({ kind }) => kind === 'text_limit').map(({ title }) => title)
const ask = (at: SetUp, badge: string) => call(at, '/badge/text-link', { badge })

test('calls of two processes at once bring each admin and super admin one mail for each step (TXT-025, TXT-027)', async () => {
  const at = await watched()
  const outsider = await t.make.person('portal_admin')
  await at.limit(20)
  const people = [await proved(at), await proved(at)]
  const ids = await crew(at, 18)
  const other = await forkApp(t)
  const there = balancedCalls(t, other.port)
  try {
    const elsewhere = there.strict(at.admin)
    const outcomes = await Promise.allSettled([
      sendTo(at, ...ids.slice(0, 7)),
      elsewhere.call(sendStartLinks, { body: { user_ids: ids.slice(5, 12) } }),
      ...ids.slice(12).map((id, order) => {
        const from = order % 2 === 0 ? at.api : elsewhere
        return from.call(sendStartLinks, { body: { user_ids: [id] } })
      }),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    await drain()
    expect(await sentBy(at)).toBe(18)
    for (const person of at.everybody) expect(await mailsTo(at, person)).toEqual([EARLY(at)])
    await Promise.all(people.map((person) => ask(at, person.number)))
    await drain()
    expect(await sentBy(at)).toBe(20)
    for (const person of at.everybody) expect(await mailsTo(at, person)).toEqual([EARLY(at), OVER(at)])
    // More than all is not sent, and brings nothing.
    await expect(sendTo(at, ids[0] as number)).rejects.toMatchObject({ code: 'texts_day_over' })
    await drain()
    for (const person of at.everybody) expect(await mailsTo(at, person)).toHaveLength(2)
    expect(await mailsTo(at, outsider)).toEqual([])
  } finally {
    there.close()
    await other.kill()
  }
})

/** Kills a process while it writes the mails of a notice. */
const killAtMails = async (other: AppProcess, { admin }: SetUp, user_ids: number[]) => {
  await owner.query('begin; lock table mails in share mode')
  const headers = { ...headersOf(t.config, admin), 'content-type': 'application/json' }
  const path = '/api/v1/text-messages/start-links'
  const answer = sendOver(other.port, { method: 'POST', path, headers, body: JSON.stringify({ user_ids }) }).then(
    () => 'answered',
    () => 'lost',
  )
  await until(waiting(1))
  await other.kill()
  expect(await answer).toBe('lost')
  await owner.query('commit')
  await until(`not exists (select from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid())`)
}

test('a process that is killed while it writes the notice leaves nothing, and the next text brings it once (TXT-022, TXT-027)', async () => {
  const at = await watched()
  await at.limit(5)
  const ids = await crew(at, 4)
  await killAtMails(await forkApp(t), at, ids)
  expect(await sentBy(at)).toBe(0)
  expect(await mailsTo(at, at.admin)).toEqual([])
  expect(await bellOf(at.admin)).toEqual([])
  expect((await sendTo(at, ...ids)).queued).toBe(4)
  // The job that mails super admins dies before it commits, then after, and runs again, three times at once.
  const data = [{ portal_id: at.portal.id, day: '2026-11-29', percent: 80, sent: 4, limit: 5 }]
  await dieAtJob(t, { job: 'text-message.limit', data, dies_at: 1 })
  expect(await mailsTo(at, at.root)).toEqual([])
  await dieAtJob(t, { job: 'text-message.limit', data, dies_at: 1, is_committed: true })
  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === 'text-message.limit')
  const context = { db: t.app.db, now: new Date(), signal: new AbortController().signal }
  const once = () => handler?.run(data[0] as never, context)
  await Promise.all([once(), once(), once()])
  expect(await mailsTo(at, at.root)).toEqual([EARLY(at)])
  for (const person of [at.admin, at.second]) {
    expect(await mailsTo(at, person)).toEqual([EARLY(at)])
    expect(await bellOf(person)).toEqual(['The portal has used 80% of today’s text messages'])
  }
})

test('a limit that is lowered below what was sent brings each notice at once and once (TXT-028)', async () => {
  const at = await watched()
  await at.limit(0)
  await drain()
  expect(await mailsTo(at, at.admin)).toEqual([])
  await at.limit(100)
  await sendTo(at, ...(await crew(at, 8)))
  await Promise.all([at.limit(10), at.limit(10), at.limit(10)])
  await drain()
  for (const person of at.everybody) expect(await mailsTo(at, person)).toEqual([EARLY(at)])
  await Promise.all([at.limit(7), at.limit(7)])
  await drain()
  for (const person of at.everybody) expect(await mailsTo(at, person)).toEqual([EARLY(at), OVER(at)])
  const [newest] = (await t.as(at.second).call(listNotifications)).data
  expect(newest).toMatchObject({
    title: 'Today’s limit for text messages is reached',
    text: '8 were sent, and the limit is now 7. No more are sent until tomorrow. People can sign in with their PIN.',
  })
  for (const limit of [3, null, 5, 0]) await at.limit(limit)
  await drain()
  for (const person of at.everybody) expect(await mailsTo(at, person)).toHaveLength(2)
  expect(await bellOf(at.second)).toHaveLength(2)
})

test('a limit far below what was sent brings the last notice alone (TXT-028)', async () => {
  const at = await watched()
  await sendTo(at, ...(await crew(at, 2)))
  await at.limit(1)
  await drain()
  for (const person of at.everybody) expect(await mailsTo(at, person)).toEqual([OVER(at)])
})

test('a text that waited while the limit was lowered counts by the new limit (TXT-022, TXT-024, TXT-028)', async () => {
  const at = await watched()
  await at.limit(100)
  const [last, ...ids] = await crew(at, 9)
  await sendTo(at, ...ids)
  // Only locked, not changed: the two then get it in the order in which they wait.
  await owner.query('begin')
  await owner.query('select from text_days where portal_id = $1 for update', [at.portal.id])
  const lowered = at.limit(9)
  await until(waiting(1))
  const text = sendTo(at, last as number)
  text.catch(() => {})
  await until(waiting(2))
  await owner.query('commit')
  await lowered
  await expect(text).rejects.toMatchObject({ code: 'texts_day_over' })
  expect(await sentBy(at)).toBe(8)
  expect(await mailsTo(at, at.admin)).toEqual([EARLY(at)])
})

test('a request that finds no texts left is answered like any other, and the record of the person says why no text came (TXT-018, TXT-029)', async () => {
  const at = await watched()
  const people = [await proved(at), await proved(at)]
  await at.limit(3)
  const answers = [...(await Promise.all(people.map((person) => ask(at, person.number)))), await ask(at, 'NOBODY-1')]
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([204, '']))
  await drain()
  const newest = await Promise.all(people.map(async ({ id }) => (await shown(at, id)).messages[0]))
  const kept = newest.toSorted((a, b) => (a?.error ?? '').localeCompare(b?.error ?? ''))
  expect(kept).toMatchObject([
    { kind: 'sign-in', status: 'sent', error: null, sent_at: expect.anything() },
    {
      kind: 'sign-in',
      status: 'failed',
      error: 'The portal’s daily limit of text messages was reached.',
      sent_at: null,
      settled_at: expect.anything(),
    },
  ])
  expect(await sentBy(at)).toBe(3)
  expect(people.flatMap(({ mobile }) => controls().texts(mobile))).toHaveLength(3)
})

test('a request for a number that had its texts of the day is recorded with that reason (TXT-009, TXT-029)', async () => {
  const at = await watched()
  const person = await proved(at)
  for (let one = 0; one < 3; one += 1) {
    expect((await ask(at, person.number)).statusCode).toBe(204)
    await drain()
  }
  const { messages } = await shown(at, person.id)
  expect(messages.map(({ kind, status, error }) => [kind, status, error])).toEqual([
    ['sign-in', 'failed', 'The number reached its limit of text messages within 24 hours.'],
    ['sign-in', 'sent', null],
    ['sign-in', 'sent', null],
    ['start', 'sent', null],
  ])
  expect(await sentBy(at)).toBe(3)
})
