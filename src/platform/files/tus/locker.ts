import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import type pg from 'pg'
import { LOCKED, TusRefusal } from '#platform/files/tus/refusal.ts'

const CHANNEL = 'tus_release'
const TRY_EVERY_MS = 100
/** How often a waiting process asks the others to let go. */
const ASK_EVERY_MS = 1000

/** One request of this process that has a lock or is about to get it. */
interface Holder {
  requestRelease: RequestRelease
  /** The connection on which PostgreSQL keeps the lock; it is lost with it. */
  session: Session | null
  released: PromiseWithResolvers<void>
}

interface Session {
  client: pg.PoolClient
  isGone: boolean
}

/** The end of the time that somebody waits, as a signal and as a promise made once. */
interface Deadline {
  signal: AbortSignal
  over: Promise<void>
}

export interface PgLockerOptions {
  /**
   * Must reach PostgreSQL itself: session locks and LISTEN do not pass through a pooler in transaction mode. Its
   * connections must take several statements at once (`pipeline`).
   */
  pool: pg.Pool
  /** How long a request waits for a lock before it is answered with 423. */
  timeoutMs?: number
  /** Called for a lost connection; the next lock opens another. */
  onError?: (error: Error) => void
}

export interface PgLocker extends Locker {
  /** Runs `work` under the lock of an upload. Throws a 423 when it cannot be had in time. */
  withLock<T>(id: string, work: () => Promise<T>): Promise<T>
  /** As withLock, but answers undefined at once when somebody else has the lock. */
  tryLock<T>(id: string, work: () => Promise<T>): Promise<T | undefined>
  close(): Promise<void>
}

/** The 64-bit key of an upload's lock; the prefix keeps it apart from other advisory locks. */
const keyOf = (id: string): string => createHash('sha256').update(`tus:${id}`).digest().readBigInt64BE().toString()

/** The connection of a process on which all its locks live, opened when the first is wanted. */
const createSessions = (
  pool: pg.Pool,
  onNotice: (id: string) => void,
  onLost: (session: Session, error: Error) => void,
) => {
  let current: Promise<Session> | null = null

  const open = async (): Promise<Session> => {
    const client = await pool.connect()
    const session: Session = { client, isGone: false }
    const lose = (error: Error) => {
      if (session.isGone) return
      session.isGone = true
      current = null
      client.release(error)
      onLost(session, error)
    }
    client.on('error', lose)
    client.on('end', () => lose(new Error('The connection of the upload locks ended')))
    client.on('notification', ({ payload }) => onNotice(payload ?? ''))
    try {
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      lose(error as Error)
      throw error
    }
    return session
  }

  return {
    get: (): Promise<Session> => {
      if (!current) {
        const opening = open()
        current = opening
        opening.catch(() => {
          if (current === opening) current = null
        })
      }
      return current
    },
    close: async () => {
      const session = await current?.catch(() => null)
      if (!session || session.isGone) return
      session.isGone = true
      current = null
      session.client.release(true)
    },
  }
}

/**
 * Locks of uploads between all processes on one database. Requests of one process wait for each other in memory;
 * between processes a PostgreSQL advisory lock decides, held by one connection of each process. A waiting request asks
 * the holder to let go, as tus requires, and gets 423 after `timeoutMs` (UPL-027).
 */
export const createPgLocker = ({ pool, timeoutMs = 10_000, onError }: PgLockerOptions): PgLocker => {
  const holders = new Map<string, Holder>()
  const self = randomUUID()

  /** Another process wants a lock. What this process asked of the others comes back to it as well. */
  const onNotice = (notice: string) => {
    const [sender = '', id = ''] = notice.split(' ')
    const holder = sender === self ? undefined : holders.get(id)
    if (holder?.session) void holder.requestRelease()
  }

  const sessions = createSessions(pool, onNotice, (session, error) => {
    onError?.(error)
    for (const holder of holders.values()) if (holder.session === session) void holder.requestRelease()
  })

  const unlockOn = async (session: Session, id: string): Promise<void> => {
    if (session.isGone) return
    // An unlock that fails has lost its connection, and the lock with it.
    await session.client.query('select pg_advisory_unlock($1::bigint)', [keyOf(id)]).catch(() => {})
  }

  /** One attempt. If it times out first and the lock is granted anyway, the lock is released. */
  const tryAdvisory = async (session: Session, id: string, deadline: Deadline): Promise<boolean> => {
    const asking = session.client
      .query<{ locked: boolean }>('select pg_try_advisory_lock($1::bigint) as locked', [keyOf(id)])
      .then(({ rows }) => rows[0]?.locked === true)
    const isOver = await Promise.race([asking.then(() => false), deadline.over.then(() => true)])
    if (!isOver) return asking
    asking.then(
      (isLocked) => (isLocked ? unlockOn(session, id) : undefined),
      () => {},
    )
    return false
  }

  const sessionInTime = async (deadline: Deadline): Promise<Session> => {
    const session = await Promise.race([sessions.get(), deadline.over])
    if (session) return session
    throw deadline.signal.reason
  }

  const acquireAdvisory = async (id: string, deadline: Deadline): Promise<Session> => {
    let askedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      const session = await sessionInTime(deadline)
      if (await tryAdvisory(session, id, deadline)) return session
      deadline.signal.throwIfAborted()
      if (performance.now() - askedAt >= ASK_EVERY_MS) {
        askedAt = performance.now()
        await session.client.query('select pg_notify($1, $2)', [CHANNEL, `${self} ${id}`])
      }
      await pause(TRY_EVERY_MS, undefined, { signal: deadline.signal })
    }
  }

  const acquire = async (id: string, deadline: Deadline, requestRelease: RequestRelease): Promise<void> => {
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      void holder.requestRelease()
      await Promise.race([holder.released.promise, deadline.over])
      deadline.signal.throwIfAborted()
    }
    const mine: Holder = { requestRelease, session: null, released: Promise.withResolvers() }
    holders.set(id, mine)
    try {
      mine.session = await acquireAdvisory(id, deadline)
    } catch (error) {
      holders.delete(id)
      mine.released.resolve()
      throw error
    }
  }

  const release = async (id: string): Promise<void> => {
    const holder = holders.get(id)
    if (!holder) return
    if (holder.session) await unlockOn(holder.session, id)
    holders.delete(id)
    holder.released.resolve()
  }

  const lock = async (id: string, signal: AbortSignal | null, requestRelease: RequestRelease): Promise<void> => {
    const deadline = deadlineOf(timeoutMs, signal)
    try {
      await acquire(id, deadline, requestRelease)
    } catch (error) {
      throw deadline.signal.aborted ? new TusRefusal(423, LOCKED) : error
    }
  }

  const under = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      await release(id)
    }
  }

  return {
    newLock: (id: string): Lock => ({
      lock: (signal, requestRelease) => lock(id, signal, requestRelease),
      unlock: () => release(id),
    }),
    withLock: async (id, work) => {
      await lock(id, null, () => {})
      return under(id, work)
    },
    tryLock: async (id, work) => {
      if (holders.has(id)) return undefined
      const mine: Holder = { requestRelease: () => {}, session: null, released: Promise.withResolvers() }
      holders.set(id, mine)
      try {
        const deadline = deadlineOf(timeoutMs, null)
        const session = await sessionInTime(deadline)
        if (!(await tryAdvisory(session, id, deadline))) return undefined
        mine.session = session
        return await work()
      } finally {
        await release(id)
      }
    },
    close: () => sessions.close(),
  }
}

const deadlineOf = (timeoutMs: number, signal: AbortSignal | null): Deadline => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  const { promise, resolve } = Promise.withResolvers<void>()
  if (either.aborted) resolve()
  else either.addEventListener('abort', () => resolve(), { once: true })
  return { signal: either, over: promise }
}
