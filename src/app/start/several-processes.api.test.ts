import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { listCourses } from '#features/catalog/contract.ts'
import { createPayment } from '#features/checkout/contract.ts'
import type { Api } from '#kernel/client.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { migrate } from '#platform/db/migrate.ts'
import { signatureOf } from '#standins/stripe/deliveries.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { enrolling } from '../../../tests/enrolling.ts'
import { type AppProcess, forkApp } from '../../../tests/processes/app-process.ts'
import { type BalancedCalls, balancedCalls, type Sent, thinking } from '../../../tests/processes/balanced-calls.ts'
import { type Balancer, startBalancer } from '../../../tests/processes/balancer.ts'
import { liveListener, type Raised, raiseCall } from '../../../tests/processes/live-listener.ts'
import { passMinutes } from '../../../tests/processes/pass-minutes.ts'
import { scormPlay } from '../../../tests/scorm/scorm-play.ts'
import { shopOf } from '../../../tests/shop.ts'
import { busyLearner, type LearnerRecord } from '../../../tests/versions/busy-learner.ts'
import { versioning } from '../../../tests/versions/versioning.ts'
import { wholeCourse } from '../../../tests/versions/whole-course.ts'

const t = testApp()
const play = scormPlay(t)
const make = versioning(t)
const shop = shopOf(t)
const ledger = enrolling(t)

/** Between the calls of one person: the processes that start need the processor, too. */
const THINK_MS = 50
/** Each order and each learner at the end leaves a document to be drawn, which is what the tests would wait for. */
const BUYERS_THINK_MS = 800

/** Events come so fast that some are under way whenever a process ends. */
const EVENTS_PAUSE_MS = 10

type Order = { id: number; buyer: TestPerson; course_id: number }
/** What was acknowledged to the people of a load. */
type Load = { learners: LearnerRecord[]; orders: Order[]; raised: Raised[] }
type Person = (who: TestPerson | TestPortal) => Api
/** How a load calls: every call is answered at the first try, or repeated by its caller. */
type Calling = { as: Person; send: (sent: Sent) => Promise<{ status: number }> }

const processes = new Set<AppProcess>()
let balancer: Balancer
let calls: BalancedCalls
afterAll(async () => {
  for (const one of processes) if (isAlive(one)) await one.kill()
  calls?.close()
  await balancer?.close()
})

const startProcess = async (role: 'web' | 'worker'): Promise<AppProcess> => {
  const one = await forkApp(t, { works: role === 'worker', env: { ROLE: role, STOP_DELAY_SECONDS: '0.5' } })
  processes.add(one)
  if (role === 'web') await balancer.add(one.port)
  return one
}

/** Learners who follow one another through the course, buyers, visitors and a program that raises events, until it is over. */
const putLoad = async (
  { as, send }: Calling,
  { course, shopPortal, bought }: { course: Course; shopPortal: TestPortal; bought: { id: number } },
  isOver: (load: Load) => boolean,
): Promise<Load> => {
  const load: Load = { learners: [], orders: [], raised: [] }
  const learning = async () => {
    while (!isOver(load)) {
      const { person, related_id } = await make.learnerIn(course)
      const learner = busyLearner(() => thinking(as(person), THINK_MS), course.params.slug, related_id)
      load.learners.push(await learner.learn({ may_move: false }))
    }
  }
  const buying = async () => {
    while (!isOver(load)) {
      const buyer = await t.make.person('learner', { portal: shopPortal })
      await delay(BUYERS_THINK_MS)
      const body = shop.paymentBody(buyer, 'course', [{ id: bought.id }])
      const { data } = await as(buyer).call(createPayment, { body }, { idempotency_key: `order of ${buyer.id}` })
      load.orders.push({ id: data.id, buyer, course_id: bought.id })
      const message = JSON.stringify(await shop.pay(data.id))
      const headers = {
        host: shopPortal.host,
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(message, shop.secret()),
      }
      // The provider sends some messages twice, and at the same time.
      const deliver = () =>
        send({ method: 'POST', path: '/api/v1/payments/webhook', headers, body: message }).then(({ status }) => status)
      expect(await Promise.all([deliver(), deliver()])).toEqual([200, 200])
    }
  }
  const visiting = async () => {
    while (!isOver(load)) {
      await delay(THINK_MS)
      const { data } = await as(shopPortal).call(listCourses, { query: {} })
      expect(data.map(({ id }) => id)).toContain(bought.id)
    }
  }
  const raising = async () => {
    while (!isOver(load)) {
      await delay(EVENTS_PAUSE_MS)
      const number = ++raised
      const sent_at = performance.now()
      expect((await send(raiseCall(t, number))).status).toBe(200)
      load.raised.push({ number, sent_at, acknowledged_at: performance.now() })
    }
  }
  await Promise.all([learning(), learning(), learning(), buying(), visiting(), raising(), raising()])
  return load
}
let raised = 0
type Course = Awaited<ReturnType<typeof wholeCourse>>

/** What the database has of learners and orders is what was acknowledged, each thing once. */
const expectKept = async ({ learners, orders }: Load) => {
  for (const { related_id, finished, answers, score, messages, location } of learners) {
    const kept = await t.platform(async (tx) => ({
      enrollment: await tx.selectFrom('enrollments').select('status').where('id', '=', related_id).executeTakeFirst(),
      done: await tx
        .selectFrom('course_user_progress')
        .select(['item_type', 'item_id'])
        .where('enrollment_id', '=', related_id)
        .where('item_type', '<>', 'Module')
        .where('status', 'in', [PROGRESS.success, PROGRESS.finished])
        .execute(),
      exams: await tx.selectFrom('exam_attempts').select('score').where('enrollment_id', '=', related_id).execute(),
      answers: await tx
        .selectFrom('exam_answers')
        .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_answers.attempt_id')
        .select(['question_id', 'answer_ids'])
        .where('enrollment_id', '=', related_id)
        .execute(),
      packages: await tx
        .selectFrom('scorm_attempts as a')
        .innerJoin('scorm_sco_states as s', 's.attempt_id', 'a.id')
        .select(['a.seq', 's.cmi'])
        .where('a.enrollment_id', '=', related_id)
        .execute(),
      certificates: await tx
        .selectFrom('certificates')
        .select((at) => at('file_key', 'is not', null).as('has_file'))
        .where('related_id', '=', related_id)
        .execute(),
    }))
    expect(kept.enrollment).toEqual({ status: PROGRESS.finished })
    expect(kept.done.map((row) => `${row.item_type}:${row.item_id}`).toSorted()).toEqual([...finished].toSorted())
    expect(kept.exams).toEqual([{ score }])
    expect(new Map(kept.answers.map((row) => [row.question_id, row.answer_ids.map(Number)]))).toEqual(answers)
    expect(kept.packages).toMatchObject([{ seq: messages, cmi: { 'cmi.core.lesson_location': location } }])
    expect(kept.certificates).toEqual([{ has_file: true }])
  }
  for (const { id, buyer, course_id } of orders) {
    expect(await shop.order(id)).toMatchObject({ status: 3 })
    expect(await shop.enrollmentsOf(buyer.id)).toMatchObject([{ course_id }])
    const invoices = await t.platform((tx) =>
      tx.selectFrom('mails').select('sent_at').where('message_key', '=', `invoice:${id}`).execute(),
    )
    expect(invoices).toEqual([{ sent_at: expect.any(Date) }])
    const ordersOf = await t.platform((tx) =>
      tx.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute(),
    )
    expect(ordersOf).toEqual([{ id }])
  }
  expect(await ledger.check()).toEqual([])
}

const unfinishedJobs = async (): Promise<number> => {
  const { rows } = await t.app.db.pool.query(
    `select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() + interval '1 minute'`,
  )
  return rows[0]?.count
}
const failedJobs = async () => {
  const { rows } = await t.app.db.pool.query(`select name, output from pgboss.job where state = 'failed'`)
  return rows
}

const setUp = async () => {
  balancer ??= await startBalancer()
  calls ??= balancedCalls(t, balancer.port)
  const shopPortal = await shop.portal()
  return { course: await wholeCourse(make, play), shopPortal, bought: await shop.course(shopPortal) }
}

const isAlive = ({ process: { exitCode, signalCode } }: AppProcess) => exitCode === null && signalCode === null

/** Two web processes and a worker, those that another test has left or new ones. */
const running = async () => {
  const alive = [...processes].filter(isAlive)
  const webs = alive.filter(({ port }) => balancer.has(port))
  const [worker = await startProcess('worker')] = alive.filter(({ port }) => !balancer.has(port))
  while (webs.length < 2) webs.push(await startProcess('web'))
  return { webs, worker }
}

/** Whether a load has left enough to look at, however fast the processes were. */
const isEnough = ({ learners, orders }: Load) => learners.length > 3 && orders.length > 3

/** Runs a load as long as `work` takes and until there is enough of it, and then waits for the jobs it has left. */
const underLoad = async (
  calling: Calling,
  place: Awaited<ReturnType<typeof setUp>>,
  work: () => Promise<Date | null>,
) => {
  let isDone = false
  let hasFailed = false
  const loading = putLoad(calling, place, (load) => hasFailed || (isDone && isEnough(load)))
  loading.catch(() => {
    hasFailed = true
  })
  // A load that fails ends the work, which would otherwise wait for it.
  const diedAt = await Promise.race([work(), loading.then(() => null)]).catch((error) => {
    hasFailed = true
    throw error
  })
  isDone = true
  const load = await loading
  if (diedAt) await passMinutes(t, diedAt)
  await expect.poll(unfinishedJobs, { timeout: 60_000 }).toBe(0)
  expect(await failedJobs()).toEqual([])
  return load
}

test('of two web processes and a worker behind a balancer each is killed under load, and nothing that was acknowledged is lost or done twice (OPS-030)', {
  timeout: 180_000,
}, async () => {
  const place = await setUp()
  const { webs, worker } = await running()
  const listener = await liveListener(t, balancer.port)
  const load = await underLoad({ as: calls.patient, send: calls.sendUntilAnswered }, place, async () => {
    for (const web of webs) {
      await web.kill()
      balancer.remove(web.port)
      await startProcess('web')
    }
    const died = new Date()
    await worker.kill()
    await startProcess('worker')
    return died
  })
  await expectKept(load)
  // It was connected to one of the two, or first to the one and then to the other.
  expect(listener.reconnects()).toBeGreaterThan(0)
  await expect.poll(() => listener.has(load.raised.at(-1)?.number ?? 0)).toBe(true)
  expect(listener.faults(load.raised)).toEqual([])
  listener.close()
})

/** The migrations of a next version: those of this one, and one that widens tables which the old version writes to. */
const nextVersion = async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-next-'))
  fs.cpSync(path.join(t.config.root, 'migrations'), folder, { recursive: true })
  fs.writeFileSync(
    path.join(folder, '999-next.sql'),
    `alter table course_user_progress add column noted_by text not null default 'nobody';
     alter table orders add column noted_by text;
     alter table portals add column noted_by text not null default 'nobody';
     create index orders_noted_by on orders (portal_id, noted_by);`,
  )
  const { template: _, password, ...server } = inject('pg')
  const admin = { ...server, ...(password && { password }) }
  const { applied } = await migrate({ admin, database: t.app.db.pool.options.database ?? '', folder })
  fs.rmSync(folder, { recursive: true })
  return applied
}

test('processes are replaced by those of the next version one after the other, and no caller sees an error (OPS-031)', {
  timeout: 180_000,
}, async () => {
  const place = await setUp()
  const { webs, worker } = await running()
  const listener = await liveListener(t, balancer.port)
  const before = calls.counts().repeats
  const load = await underLoad({ as: calls.strict, send: calls.sendOnce }, place, async () => {
    expect(await nextVersion()).toEqual(['999-next.sql'])
    for (const web of webs) {
      await startProcess('web')
      expect(await web.stop()).toBe(0)
      balancer.remove(web.port)
    }
    await startProcess('worker')
    expect(await worker.stop()).toBe(0)
    return null
  })
  await expectKept(load)
  expect(calls.counts().repeats).toBe(before)
  await expect.poll(() => listener.has(load.raised.at(-1)?.number ?? 0)).toBe(true)
  expect(listener.reconnects()).toBeGreaterThan(0)
  expect(listener.faults(load.raised)).toEqual([])
  listener.close()
})
