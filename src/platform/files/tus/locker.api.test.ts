import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPgLocker, type PgLocker, type PgLockerOptions } from '#platform/files/tus/locker.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/database.ts'

let database: TestDatabase
const opened: { pool: pg.Pool; locker: PgLocker }[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const { pool, locker } of opened.splice(0)) {
    await locker.close()
    await pool.end()
  }
})
afterAll(() => database.drop())

/** A locker like that of another process, with its own connections. */
const open = (options: Partial<PgLockerOptions> = {}) => {
  const pool = new pg.Pool({ ...database.app, max: 2, pipeline: true } as pg.PoolConfig)
  pool.on('error', () => {})
  const locker = createPgLocker({ pool, timeoutMs: 5000, ...options })
  opened.push({ pool, locker })
  return locker
}
const patient = new AbortController().signal
const nothing = () => {}

describe('locks between processes', () => {
  test('only one of them has the lock, and the next gets it when it is released (UPL-027)', async () => {
    const [one, two] = [open(), open()]
    const first = one.newLock('upload')
    await first.lock(patient, nothing)
    const waiting = two
      .newLock('upload')
      .lock(patient, nothing)
      .then(() => 'locked')
    expect(await two.tryLock('upload-2', async () => 'another upload is free')).toBe('another upload is free')
    await first.unlock()
    expect(await waiting).toBe('locked')
    expect(await one.tryLock('upload', async () => 'free')).toBeUndefined()
    await two.newLock('upload').unlock()
    expect(await one.tryLock('upload', async () => 'free')).toBe('free')
  })

  test('a waiting request asks the holder in the other process to release the lock, not itself', async () => {
    const [one, two] = [open(), open()]
    const lock = one.newLock('upload')
    const requested = Promise.withResolvers<void>()
    await lock.lock(patient, () => requested.resolve())
    const askedMyself = vi.fn()
    const waiting = two.newLock('upload').lock(patient, askedMyself)
    await requested.promise
    await lock.unlock()
    await waiting
    expect(askedMyself).not.toHaveBeenCalled()
  })

  test('a lock that is not released is answered with 423 in time (UPL-027)', async () => {
    const [one, two] = [open(), open({ timeoutMs: 300 })]
    await one.newLock('upload').lock(patient, nothing)
    await expect(two.newLock('upload').lock(patient, nothing)).rejects.toMatchObject({ status_code: 423 })
    await expect(two.withLock('upload', async () => 'x')).rejects.toMatchObject({ status_code: 423 })
    await one.newLock('upload').unlock()
    expect(await two.withLock('upload', async () => 'free')).toBe('free')
  })

  test('an aborted request stops waiting and holds nothing', async () => {
    const [one, two] = [open(), open()]
    await one.newLock('upload').lock(patient, nothing)
    const request = new AbortController()
    const waiting = two.newLock('upload').lock(request.signal, nothing)
    request.abort()
    await expect(waiting).rejects.toMatchObject({ status_code: 423 })
    await one.newLock('upload').unlock()
    expect(await one.withLock('upload', async () => 'free')).toBe('free')
  })

  test('the locks of a process that dies are free (UPL-025)', async () => {
    const lost = Promise.withResolvers<Error>()
    const [one, two] = [open({ onError: lost.resolve }), open()]
    const requested = Promise.withResolvers<void>()
    await one.newLock('upload').lock(patient, () => requested.resolve())
    const admin = new pg.Client(database.owner)
    await admin.connect()
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`)
    await admin.end()
    // The holder is asked to stop, because it no longer holds anything.
    await requested.promise
    expect(await lost.promise).toBeInstanceOf(Error)
    expect(await two.withLock('upload', async () => 'free')).toBe('free')
    await one.newLock('upload').unlock()
    expect(await one.withLock('upload', async () => 'a new connection')).toBe('a new connection')
  })
})

describe('locks within a process', () => {
  test('requests for one upload follow each other, others do not wait', async () => {
    const locker = open()
    const order: string[] = []
    const first = locker.newLock('upload')
    await first.lock(patient, nothing)
    const rest = Promise.all(
      [1, 2, 3].map((n) => locker.withLock('upload', async () => void order.push(`${n} in`, `${n} out`))),
    )
    await locker.withLock('other', async () => void order.push('other'))
    await first.unlock()
    await rest
    expect(order[0]).toBe('other')
    for (const n of [1, 2, 3]) expect(order.indexOf(`${n} out`)).toBe(order.indexOf(`${n} in`) + 1)
  })

  test('failing work releases its lock', async () => {
    const locker = open()
    const failing = locker.withLock('upload', async () => {
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await locker.tryLock('upload', async () => 'free')).toBe('free')
  })

  test('one connection holds all locks of a process', async () => {
    const locker = open()
    const ids = Array.from({ length: 50 }, (_, i) => `upload-${i}`)
    await Promise.all(ids.map((id) => locker.newLock(id).lock(patient, nothing)))
    expect(opened[0]?.pool.totalCount).toBe(1)
    await Promise.all(ids.map((id) => locker.newLock(id).unlock()))
  })

  test('a database that cannot be reached is an error, not a lock', async () => {
    const pool = new pg.Pool({ ...database.app, database: 'no_such_database' })
    const locker = createPgLocker({ pool })
    await expect(locker.withLock('upload', async () => 'x')).rejects.toMatchObject({ code: '3D000' })
    await locker.close()
    await pool.end()
  })
})
