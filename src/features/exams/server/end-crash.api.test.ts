import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { enqueue } from '#platform/jobs/jobs.ts'
import { testApp } from '../../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { examTaking } from '../../../../tests/taking.ts'
import { endOverdue } from './jobs.ts'

const DAY = 86_400_000
// The attempts began yesterday. The workers use the real time, so all of them are over.
const begun = Date.now() - DAY
const t = testApp({ now: () => new Date(begun) })
const { taking, right, at, attemptsOf, make } = examTaking(t)

const workers = new Set<AppProcess>()
const work = async () => {
  const worker = await forkApp(t, { works: true })
  workers.add(worker)
  return worker
}
afterEach(async () => {
  for (const worker of workers) if (worker.process.signalCode === null) await worker.kill()
  workers.clear()
})

/** Records every committed end of an attempt, no matter what ended it. */
const noteEnds = async () => {
  const { host, port, user, password } = inject('pg')
  const { database } = t.app.db.pool.options
  const admin = new pg.Client({ host, port, user, database, ...(password !== null && { password }) })
  await admin.connect()
  await admin.query(`
    create table noted_ends (attempt_id bigint not null);
    create function note_end() returns trigger language plpgsql security definer as
      $$ begin insert into noted_ends values (new.id); return null; end $$;
    create trigger note_end after update of status on exam_attempts
      for each row when (old.status = 1 and new.status <> 1) execute function note_end()`)
  return {
    ends: async () => (await admin.query('select attempt_id::int as id from noted_ends order by id')).rows,
    close: () => admin.end(),
  }
}

/** What runs every minute. */
const runJob = () => t.platform((tx) => enqueue(tx, endOverdue, {}))

test('another worker takes over from one killed while ending attempts, and each attempt ends once with the answers it had (EXM-033, EXM-013)', async () => {
  const learners = await Promise.all(
    Array.from({ length: 8 }, () =>
      taking({ time_limit_minutes: 20, passing_score: 50, pools: [{ questions: 4 }] }, []),
    ),
  )
  const attempts: { who: (typeof learners)[number]; id: number; passes: boolean }[] = []
  for (const [index, who] of learners.entries()) {
    await who.start()
    const passes = index % 2 === 0
    await right(who, at(who, 0))
    if (passes) await right(who, at(who, 1))
    const [attempt] = await attemptsOf(who)
    attempts.push({ who, id: attempt?.id ?? 0, passes })
  }
  const ids = attempts.map(({ id }) => id).sort((one, other) => one - other)
  const noted = await noteEnds()

  // The fifth attempt is locked, so the worker dies halfway through.
  const heldAttempt = attempts.find(({ id }) => id === ids[4])
  if (!heldAttempt) throw new Error('no fifth attempt')
  const first = await work()
  await t.platform(async (tx) => {
    await tx.selectFrom('enrollments').select('id').where('id', '=', heldAttempt.who.related_id).forUpdate().execute()
    await runJob()
    await expect.poll(noted.ends, { timeout: 20_000 }).toHaveLength(4)
    await first.kill()
  })
  expect(await noted.ends()).toEqual(ids.slice(0, 4).map((id) => ({ id })))
  expect(await attemptsOf(heldAttempt.who)).toMatchObject([{ status: 1 }])

  await work()
  await runJob()
  await expect.poll(noted.ends, { timeout: 20_000 }).toHaveLength(ids.length)
  // Once more, as happens every minute.
  await runJob()
  await expect.poll(unfinishedRuns, { timeout: 20_000 }).toBe(1)
  expect(await noted.ends()).toEqual(ids.map((id) => ({ id })))
  const ends_at = new Date(begun + 20 * 60_000)
  for (const { who, passes } of attempts) {
    expect(await attemptsOf(who)).toMatchObject([
      { status: passes ? 2 : 3, score: passes ? 50 : 25, finished_at: ends_at, is_time_over: true },
    ])
    expect(await make.enrollment(who.related_id)).toMatchObject({ status: passes ? 5 : 1 })
  }
  await noted.close()
})

/** Unfinished runs of the job. The killed worker’s run stays until the queue considers it dead. */
const unfinishedRuns = async () => {
  const { rows } = await t.app.db.pool.query(
    `select count(*)::int as count from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
    [endOverdue.name],
  )
  return rows[0]?.count
}
