import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { headersOf, type TestPortal, testApp } from '../../api.ts'
import { type Cluster, openCluster } from '../../containers/cluster.ts'
import { isInstalled, noEngine } from '../../containers/engine.ts'
import { type BalancedCalls, balancedCalls, thinking } from '../../processes/balanced-calls.ts'
import { scormPlay } from '../../scorm/scorm-play.ts'
import { busyLearner, type LearnerRecord } from '../../versions/busy-learner.ts'
import { versioning } from '../../versions/versioning.ts'
import { wholeCourse } from '../../versions/whole-course.ts'

const missing = noEngine() ?? ['caddy', 'pgbouncer', 'psql'].find((name) => !isInstalled(name)) ?? null
const EMAIL = 'owner@example.com'
const PASSWORD = 'Ridgeline-owner-1!'
/** Between the calls of one person: the processes that start need the processor, too. */
const THINK_MS = 100

describe.skipIf(missing)(`the containers of compose.yaml [${missing ?? 'all here'}]`, () => {
  let cluster: Cluster
  let invitation = ''
  // Building takes longer than other hooks may.
  beforeAll(async () => {
    cluster = await openCluster('localhost')
    await Promise.all([cluster.startPostgres(), cluster.startStorage()])
    await cluster.startPooler()
    await cluster.run('prepare')
    invitation = await cluster.run('worker', ['node', 'src/app/commands/set-up.ts', EMAIL, 'Ridgeline Training'])
  }, 600_000)
  afterAll(() => cluster?.close())
  const t = testApp({
    openDatabase: async () => {
      const server = { host: cluster.at['postgres']!, port: 5432, database: 'portico' }
      const { APP_PASSWORD, POSTGRES_PASSWORD } = cluster.env as Record<string, string>
      return {
        name: `containers-${process.pid}`,
        app: { ...server, user: 'portico_app', password: APP_PASSWORD! },
        owner: { ...server, user: 'postgres', password: POSTGRES_PASSWORD! },
        drop: async () => {},
      }
    },
    env: async () => {
      const { SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = cluster.env as Record<string, string>
      const S3_ENDPOINT = `http://${cluster.at['s3']}:8333`
      return {
        SECRET: SECRET!,
        S3_BUCKET: 'portico',
        S3_ENDPOINT,
        S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID!,
        S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY!,
      }
    },
  })
  const make = versioning(t)
  const play = scormPlay(t)
  let calls: BalancedCalls
  afterAll(() => calls?.close())

  let course: Awaited<ReturnType<typeof wholeCourse>>

  /** Learners who follow one another and visitors, until it is over and there were enough; nobody may see an error. */
  const putLoad = async (kind: 'strict' | 'patient', isOver: () => boolean) => {
    const records: LearnerRecord[] = []
    let visits = 0
    const learning = async () => {
      while (!isOver() || records.length < 2) {
        const { person, related_id } = await make.learnerIn(course)
        const learner = busyLearner(() => thinking(calls[kind](person), THINK_MS), course.params.slug, related_id)
        records.push(await learner.learn({ may_move: false }))
      }
    }
    const visiting = async () => {
      while (!isOver() || visits <= 10) {
        const headers = { host: course.author.portal.host }
        for (const path of ['/login', '/api/v1/portal'])
          expect((await calls.sendOnce({ method: 'GET', path, headers })).status).toBe(200)
        visits++
        await delay(THINK_MS)
      }
    }
    await Promise.all([learning(), learning(), visiting()])
    return records
  }

  test('the image is built and everything starts by the very commands; the first super admin sets a password and signs in over HTTPS (OPS-040, OPS-041, OPS-042, OPS-043)', {
    timeout: 120_000,
  }, async () => {
    course = await wholeCourse(make, play)
    await Promise.all(['web-1', 'web-2', 'worker'].map((name) => cluster.start(name)))
    const ca = await cluster.startCaddy()
    calls = balancedCalls(t, { address: cluster.at['caddy']!, port: 443, ca })
    for (const name of ['web-1', 'web-2', 'worker']) await cluster.checkHealth(name)

    const [, host = '', token = ''] = /https:\/\/([\w.]+)\/reset-password\?token=(\S+)/.exec(invitation) ?? []
    const headers = { ...headersOf(t.config, { host } as TestPortal), 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      calls.sendOnce({ method: 'POST', path: `/api/v1${path}`, headers, body: JSON.stringify(body) })
    expect((await post('/reset-password', { token, password: PASSWORD, password_confirmation: PASSWORD })).status).toBe(
      200,
    )
    const signedIn = await post('/login', { email: EMAIL, password: PASSWORD })
    expect([signedIn.status, JSON.parse(signedIn.body).data.current_role]).toEqual([200, 'super_admin'])
    const [session = ''] = (signedIn.headers['set-cookie'] ?? []).filter((line) => /^__Host-session=/.test(line))
    expect(session).toMatch(/; Secure/)
    const me = await calls.sendOnce({
      method: 'GET',
      path: '/api/v1/me',
      headers: { host, cookie: session.split(';')[0]! },
    })
    expect([me.status, JSON.parse(me.body).data.email]).toEqual([200, EMAIL])
    const page = await calls.sendOnce({ method: 'GET', path: '/login', headers: { host } })
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
    for (const path of ['/internal/tls-allowed?domain=core.localhost', '/metrics'])
      expect((await calls.sendOnce({ method: 'GET', path, headers: { host } })).status).toBe(404)
  })

  test('a web process is killed and every one is replaced while people learn, and nobody sees an error (OPS-044)', {
    timeout: 120_000,
  }, async () => {
    let isOver = false
    const during = async (kind: 'strict' | 'patient', work: () => Promise<void>) => {
      isOver = false
      const loading = putLoad(kind, () => isOver)
      await Promise.race([work(), loading]).finally(() => {
        isOver = true
      })
      return loading
    }
    const killed = await during('patient', async () => {
      await delay(1_000)
      await cluster.process('web-1').kill('SIGKILL')
      await delay(1_000)
      await cluster.start('web-1')
    })
    const replaced = await during('strict', async () => {
      await cluster.run('prepare')
      for (const name of ['web-1', 'web-2', 'worker']) {
        expect(await cluster.process(name).kill('SIGTERM')).toBe(0)
        await cluster.start(name)
      }
    })
    for (const { related_id } of [...killed, ...replaced]) {
      const kept = () =>
        t.platform((tx) =>
          tx
            .selectFrom('enrollments as e')
            .leftJoin('certificates as c', 'c.related_id', 'e.id')
            .select(['e.status', (at) => at('c.file_key', 'is not', null).as('has_file')])
            .where('e.id', '=', related_id)
            .execute(),
        )
      await expect.poll(kept).toEqual([{ status: PROGRESS.finished, has_file: true }])
    }
  })
})
