import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openReadAddress } from '#app/start/open-database.ts'
import { showCourse } from '#features/catalog/contract.ts'
import { updateCourse } from '#features/courses/contract.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'
import { type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { createTestDatabase } from '../../../../tests/database.ts'
import { testPages } from '../../../../tests/pages.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { runMain } from '../../../../tests/processes/program.ts'
import { type ReplicatedDatabase, startReplicated } from '../../../../tests/processes/replicated.ts'
import { shopOf } from '../../../../tests/shop.ts'
import type { ReplicaState } from './replica.ts'

let servers: ReplicatedDatabase
const t = testApp({
  openDatabase: async () => {
    servers = await startReplicated()
    return { ...servers.database, replica: servers.replica.connection }
  },
})
const pages = testPages(t)
const shop = shopOf(t)

const reads = () => t.app.replica!.report().reads
const stateOf = async (): Promise<ReplicaState> =>
  (await t.app.http.inject('/api/v1/health')).json().checks.replica as ReplicaState
const PATIENT = { timeout: 15_000, interval: 50 }

let portal: TestPortal
let admin: TestPerson
let course: { id: number; slug: string; title: string }
let turn = 0

/** Reads of a visitor by the replica alone; false when the primary answered one of them. */
const isUsed = async () => {
  const before = reads()
  await t.as(portal).call(showCourse, { params: { slug: course.slug } })
  const { replica, primary, again } = reads()
  return replica > before.replica && primary === before.primary && again === before.again
}
const untilUsed = () => expect.poll(isUsed, PATIENT).toBe(true)
/** Changes the title past the program, so that no process hears of it. */
const changeTitle = async () => {
  const title = `Title ${++turn}`
  await t.platform((tx) => tx.updateTable('courses').set({ title }).where('id', '=', course.id).execute())
  return title
}
const titleFor = async (who: TestPerson | TestPortal) =>
  (await t.as(who).call(showCourse, { params: { slug: course.slug } })).data.title
/** The title as a visitor reads it, whose browser has these cookies. */
const titleWith = async (cookie: string) =>
  (await t.request(portal, { url: `/api/v1/main/courses/${course.slug}`, headers: { cookie } })).json().data.title

beforeAll(async () => {
  portal = await shop.portal({ has_course_catalog: true })
  admin = await t.make.person('portal_admin', { portal })
  course = await shop.course(portal)
})
afterEach(async () => {
  await servers.replica.resume().catch(() => {})
})

describe('where people read (OPS-012)', () => {
  test('a visitor reads the replica, and somebody with a session the primary (OPS-012)', async () => {
    await untilUsed()
    const before = await titleFor(portal)
    await servers.replica.pause()
    const after = await changeTitle()
    expect([await titleFor(portal), await titleFor(admin)]).toEqual([before, after])
    // A session that is over says that somebody was here a moment ago.
    expect(await titleWith('session=of-somebody-who-was-here')).toBe(after)
    await servers.replica.resume()
    await expect.poll(() => titleFor(portal), PATIENT).toBe(after)
    expect(await isUsed()).toBe(true)
  })

  test('a browser that has just changed something reads the primary (OPS-013)', async () => {
    await untilUsed()
    const before = await titleFor(portal)
    await servers.replica.pause()
    const after = await changeTitle()
    const written = await t.request(portal, {
      method: 'POST',
      url: '/api/v1/forgot-password',
      payload: { email: 'nobody@example.com' },
    })
    expect(written.statusCode).toBe(200)
    const [cookie] = written.cookies.filter(({ name }) => name === 'changed')
    expect(cookie).toMatchObject({ maxAge: 10, httpOnly: true, path: '/' })
    expect([await titleWith(`changed=${cookie?.value}`), await titleWith('')]).toEqual([after, before])
  })

  test('what the replica does not have yet is found on the primary (OPS-013)', async () => {
    await untilUsed()
    await servers.replica.pause()
    const made = await shop.course(portal, { title: 'Made just now' })
    const { data } = await t.as(portal).call(showCourse, { params: { slug: made.slug } })
    expect(data.title).toBe('Made just now')
    const before = reads().again
    await expect(t.as(portal).call(showCourse, { params: { slug: 'nowhere' } })).rejects.toMatchObject({ status: 404 })
    expect(reads().again).toBe(before + 1)
  })
})

describe('nothing older than a change that was announced (OPS-013)', () => {
  test('a page that a change has dropped is not made again from before it, neither in memory nor for a call (OPS-013)', async () => {
    await untilUsed()
    const page = async () => (await pages.open(portal, `/course/${course.slug}`)).body
    await page()
    for (let round = 0; round < 3; round++) {
      await servers.replica.pause()
      const title = `Announced ${++turn}`
      await t.as(admin).call(updateCourse, { params: { slug: course.slug }, body: { title } as never })
      expect(await page()).toContain(title)
      expect(await titleFor(portal)).toBe(title)
      expect(await stateOf()).toBe('up')
      await servers.replica.resume()
      await untilUsed()
      expect(await page()).toContain(title)
      expect(await titleFor(portal)).toBe(title)
    }
  })

  test('visitors who read all the time while titles change never see an older one again (OPS-013)', async () => {
    await untilUsed()
    let isOver = false
    let announced = 0
    const wrong: string[] = []
    const visitor = async () => {
      while (!isOver) {
        const least = announced
        const title = await titleFor(portal)
        const number = Number(/^Round (\d+)$/.exec(title)?.[1] ?? 0)
        if (number < least) wrong.push(`${title} after ${least}`)
        const inPage = (await pages.open(portal, `/course/${course.slug}`)).body.match(/Round (\d+)/)?.[1] ?? '0'
        if (Number(inPage) < least) wrong.push(`page ${inPage} after ${least}`)
        await delay(2)
      }
    }
    const visitors = Array.from({ length: 4 }, visitor)
    const before = reads().replica
    for (let number = 1; number <= 25; number++) {
      const title = `Round ${number}`
      await t.as(admin).call(updateCourse, { params: { slug: course.slug }, body: { title } as never })
      announced = number
      await delay(40)
    }
    isOver = true
    await Promise.all(visitors)
    expect(wrong).toEqual([])
    expect(reads().replica).toBeGreaterThan(before)
  })
})

describe('the walls of a portal (OPS-016)', () => {
  const onReplica = <T>(work: (tx: Tx) => Promise<T>, isGood?: (result: T) => boolean) =>
    t.app.replica!.reader().read(portal.id, work, isGood)

  test('hold on the replica, with the same search path, and nothing can be written there (OPS-016)', async () => {
    const other = await shop.portal()
    await shop.course(other)
    await untilUsed()
    const before = reads()
    const seen = await onReplica(async (tx) => {
      const { rows } = await sql<{ portal_id: number }>`select distinct portal_id from courses`.execute(tx)
      const { rows: settings } = await sql<Record<string, unknown>>`
        select pg_is_in_recovery() as is_replica, current_setting('transaction_read_only') as read_only,
          current_setting('search_path') as path, current_user::text as role`.execute(tx)
      return { portals: rows.map(({ portal_id }) => portal_id), settings: settings[0] }
    })
    const path = await t.app.db.withPortal(portal.id, async (tx) => {
      const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(tx)
      return rows[0]?.path
    })
    expect(seen).toEqual({
      portals: [portal.id],
      settings: { is_replica: true, read_only: 'on', path, role: 'portico_app' },
    })
    expect(reads().replica).toBe(before.replica + 1)
    await expect(onReplica((tx) => tx.deleteFrom('courses').execute())).rejects.toMatchObject({ code: '25006' })
  })

  test('a read that the replica has to end for what it replays is made again on the primary (OPS-015)', async () => {
    await untilUsed()
    const before = reads().again
    const places: boolean[] = []
    const reading = onReplica(async (tx) => {
      const { rows } = await sql<{ there: boolean; count: number }>`
        select pg_is_in_recovery() as there, count(*)::int as count from terms`.execute(tx)
      places.push(rows[0]!.there)
      if (rows[0]!.there) await sql`select pg_sleep(20)`.execute(tx)
      return rows[0]!.count
    })
    await expect.poll(() => places, PATIENT).toEqual([true])
    const owner = new pg.Client(servers.database.owner)
    await owner.connect()
    // The replica cannot replay this lock while somebody reads the table.
    await owner.query('begin; lock table terms in access exclusive mode; commit')
    await owner.end()
    expect(await reading).toBe(0)
    expect(places).toEqual([true, false])
    expect(reads().again).toBe(before + 1)
  })
})

describe('a replica that cannot be used (OPS-014, OPS-015)', () => {
  /** Reads as many visitors do, until it is stopped; fails with the first error. */
  const crowd = (size = 8) => {
    let isOver = false
    let count = 0
    const visitor = async () => {
      while (!isOver) {
        await titleFor(portal)
        count++
        await delay(5)
      }
    }
    const all = Promise.all(Array.from({ length: size }, visitor))
    all.catch(() => {})
    const stop = async () => {
      isOver = true
      await all
    }
    return { count: () => count, stop }
  }
  const moreOf = (people: ReturnType<typeof crowd>) => {
    const before = people.count()
    return expect.poll(() => people.count(), PATIENT).toBeGreaterThan(before + 50)
  }

  test('one that lags behind for longer than five seconds is not read from until it has caught up (OPS-014)', async () => {
    await untilUsed()
    await servers.replica.pause()
    const after = await changeTitle()
    await expect.poll(() => titleFor(portal), PATIENT).toBe(after)
    await expect.poll(stateOf, PATIENT).toBe('behind')
    const health = await t.app.http.inject('/api/v1/health')
    expect([health.statusCode, health.json().status]).toEqual([200, 'ok'])
    await t.app.watch.beat()
    const { rows } = await t.platform((tx) => sql<{ state: object }>`select state from processes`.execute(tx))
    expect(rows[0]?.state).toMatchObject({ replica: { state: 'behind' } })
    await servers.replica.resume()
    await expect.poll(stateOf, PATIENT).toBe('up')
    await untilUsed()
  })

  test('one that is killed, hangs and comes back costs no reader an answer (OPS-015)', async () => {
    await untilUsed()
    const people = crowd()
    await moreOf(people)
    await servers.replica.kill()
    await moreOf(people)
    await expect.poll(stateOf, PATIENT).toBe('unreachable')
    await servers.replica.start()
    await expect.poll(stateOf, PATIENT).toBe('up')
    await untilUsed()
    servers.replica.hang()
    await moreOf(people)
    await expect.poll(stateOf, PATIENT).toBe('unreachable')
    servers.replica.wakeUp()
    await expect.poll(stateOf, PATIENT).toBe('up')
    await moreOf(people)
    await people.stop()
    await untilUsed()
  })

  test('one that was promoted is not read from, and is used again when it follows the primary (OPS-015)', async () => {
    await untilUsed()
    const people = crowd(4)
    await moreOf(people)
    await servers.replica.promote()
    const after = await changeTitle()
    await expect.poll(stateOf, PATIENT).toBe('promoted')
    expect(await titleFor(portal)).toBe(after)
    await servers.replica.remake()
    await expect.poll(stateOf, PATIENT).toBe('up')
    await people.stop()
    await untilUsed()
    expect(await titleFor(portal)).toBe(after)
  })
})

describe('the address at a start (OPS-017)', () => {
  const urlOf = ({ host = '', port, user, password, database }: pg.ClientConfig) =>
    `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@${encodeURIComponent(host)}:${port}/${database}`
  const check = (named: pg.ClientConfig) => {
    const { app, owner } = servers.database
    return openReadAddress({ DATABASE_READ_URL: urlOf(named) } as Config, { database: owner.database ?? '', app })
  }

  test('the right one is taken, and one that is away just now as well (OPS-017)', async () => {
    const { connection } = servers.replica
    expect(await check(connection)).toEqual({ database: { connectionString: urlOf(connection) }, isAway: false })
    expect(await check({ ...connection, host: '127.0.0.1', port: await freePort() })).toMatchObject({ isAway: true })
  })

  test('a wrong password, role, database or server is refused in one line (OPS-017)', async () => {
    const { connection } = servers.replica
    const { app } = servers.database
    const strange = await createTestDatabase()
    const wrong: [pg.ClientConfig, RegExp][] = [
      [{ ...connection, password: 'another' }, /refused the password of "portico_app"/],
      [{ ...connection, user: 'postgres' }, /sees the rows of every portal/],
      [{ ...connection, database: 'nowhere' }, /there is no database "nowhere"/],
      [{ ...strange.app }, /names a server that is no replica of DATABASE_URL/],
      [app, /names the primary itself/],
    ]
    for (const [named, words] of wrong) {
      const refused = await check(named).catch((error: Error) => error)
      expect(refused).toBeInstanceOf(StartError)
      expect((refused as Error).message).toMatch(/^DATABASE_READ_URL: [^\n]+$/)
      expect((refused as Error).message).toMatch(words)
    }
    await strange.drop()
    const { code, said } = await runMain({
      ...{ NODE_ENV: 'production', PORTICO_DEMO: 'on', PORT: '0', DATA_DIR: `/tmp/${servers.database.name}-start` },
      DATABASE_URL: urlOf(servers.database.owner),
      DATABASE_APP_URL: urlOf(app),
      DATABASE_READ_URL: urlOf({ ...connection, password: 'another' }),
    })
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^\nPortico cannot start\.\n\n {2}DATABASE_READ_URL: .+ refused the password/),
    })
    expect(said).not.toContain('another@')
  })
})

afterAll(() => servers.replica.wakeUp())
