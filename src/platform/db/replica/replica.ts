import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '#kernel/errors.ts'
import { ask, createDb, type Db, statement, type Tx } from '../db.ts'
import { MOST_LAG_MS } from './bound.ts'
import { createFreshness, type Position, positionOf, textOf } from './freshness.ts'
import { currentReader, type PublicReads, type Reader } from './public-reads.ts'

/** A replica that takes longer to say where it is, is not waited for. */
const ANSWER_WITHIN_MS = 1_000
const LOOK_EVERY_MS = 500
/** After a change that it lacks, a replica is looked at more often. */
const LOOK_AGAIN_MS = 10

/**
 * `behind`: it lacks something for longer than the bound. `promoted`: it takes writes of its own. `foreign`: it belongs to
 * another installation of PostgreSQL.
 */
export type ReplicaState = 'up' | 'behind' | 'unreachable' | 'promoted' | 'foreign'

export type ReplicaReport = {
  state: ReplicaState
  /** For how long it has lacked something; null where it does not say. */
  lag_ms: number | null
  /** For how long it has not been `up`; 0 while it is. */
  failing_ms: number
  /** Public reads by who answered them; those `again` were answered by the primary after the replica had failed. */
  reads: { replica: number; primary: number; again: number }
}

export type Replica = PublicReads & {
  /** To be called when this process has heard of a change: from now on nothing older may be read. */
  noteChange: () => void
  report: () => ReplicaReport
  close: () => Promise<void>
}

type Log = { warn: (details: object, message: string) => void; info: (details: object, message: string) => void }

export type ReplicaOptions = {
  primary: Db
  /** Asks the primary for its position, past any pooler. */
  positions: pg.Pool
  config: pg.PoolConfig
  /** Whether this process hears of changes at the moment. */
  hearsChanges: () => boolean
  log: () => Log
  clock?: () => number
}

const AT_PRIMARY = `select pg_current_wal_insert_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as system`
const AT_REPLICA = `select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position,
  (select system_identifier::text from pg_control_system()) as system`
/** Travels before the reads of each transaction: what is seen after it holds at least what was required. */
const PROOF = statement<{ holds: boolean }>(
  'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as holds',
)

/** The replica may not answer this. */
class NotFromReplica extends Error {}

/** Whether a server has said that a statement failed, so that it is there. */
const isAnswer = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

type Seen = { is_replica: boolean; position: string | null; system: string }

/** A connection that asks the replica where it is, apart from those that read: a full pool is not a replica that hangs. */
const createProbe = (config: pg.PoolConfig) => {
  let client: pg.Client | undefined
  const drop = () => {
    const { connection } = (client ?? {}) as { connection?: { stream: { destroy: () => void } } }
    // One that hangs would not take leave.
    connection?.stream.destroy()
    client = undefined
  }
  const connect = async () => {
    const fresh = new pg.Client({
      ...config,
      application_name: 'portico-replica-watch',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    fresh.on('error', () => {})
    client = fresh
    await fresh.connect()
    return fresh
  }
  return {
    ask: async (): Promise<Seen> => {
      try {
        const { rows } = await (client ?? (await connect())).query<Seen>(AT_REPLICA)
        const [seen] = rows
        if (!seen) throw new Error('The replica says nothing about itself')
        return seen
      } catch (error) {
        drop()
        throw error
      }
    },
    close: drop,
  }
}

/** The connections that read, which can all be cut at once, so that nobody waits for a server that hangs. */
const openPool = (primary: Db, config: pg.PoolConfig) => {
  const streams = new Set<Socket>()
  const db = createDb(
    { ...config, application_name: 'portico-reads', connectionTimeoutMillis: ANSWER_WITHIN_MS },
    undefined,
    primary,
  )
  db.pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  })
  return {
    db,
    cut: () => {
      for (const stream of streams) stream.destroy()
    },
  }
}

/**
 * Public reads on a streaming replica (decision 050). The replica proves in each transaction that it has replayed what is
 * required; whatever else it does, the primary answers.
 */
export const openReplica = (options: ReplicaOptions): Replica => {
  const { primary, positions, config, hearsChanges, log, clock = () => performance.now() } = options
  const freshness = createFreshness(MOST_LAG_MS)
  const probe = createProbe(config)
  const { db, cut } = openPool(primary, config)
  const closing = new AbortController()
  const reads = { replica: 0, primary: 0, again: 0 }
  let replayed: Position | null = null
  let state: ReplicaState = 'up'
  let failingSince: number | null = null
  let isChangePending = false
  let wake = () => {}

  const change = (next: ReplicaState, error?: unknown) => {
    if (next === state) return
    if (next === 'up') log().info({}, 'public reads use the replica again')
    else log().warn({ state: next, err: error }, 'public reads use the primary: the replica cannot be used')
    state = next
    failingSince = next === 'up' ? null : (failingSince ?? clock())
  }

  const lagNow = () => (replayed === null ? null : freshness.lag(clock(), replayed))

  const look = async () => {
    isChangePending = false
    const question = freshness.ask(clock())
    const { rows } = await positions.query<{ position: string; system: string }>({
      text: AT_PRIMARY,
      query_timeout: ANSWER_WITHIN_MS,
    } as pg.QueryConfig)
    const [at] = rows
    if (!at) return
    freshness.answer(question, positionOf(at.position))
    const seen = await probe.ask().catch((error: unknown) => {
      // What it replays may end this question as well; it has answered, and is asked again.
      if (isAnswer(error)) return
      replayed = null
      cut()
      change('unreachable', error)
    })
    if (!seen) return
    const isOurs = seen.system === at.system
    replayed = isOurs && seen.is_replica && seen.position ? positionOf(seen.position) : null
    if (replayed === null) {
      cut()
      return change(!isOurs ? 'foreign' : seen.is_replica ? 'behind' : 'promoted')
    }
    change(freshness.lag(clock(), replayed) <= MOST_LAG_MS ? 'up' : 'behind')
  }

  const isCaughtUp = () => {
    const required = freshness.required(clock())
    return required !== null && replayed !== null && replayed >= required
  }

  const sleep = (ms: number) => pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})
  const woken = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const watch = async () => {
    let wait = LOOK_AGAIN_MS
    while (!closing.signal.aborted) {
      // Everything else says when the primary does not answer.
      await look().catch(() => {})
      wait = isCaughtUp() || state !== 'up' ? LOOK_EVERY_MS : Math.min(wait * 2, LOOK_EVERY_MS)
      if (!isChangePending) await Promise.race([woken(), sleep(wait)])
      if (!isChangePending) continue
      // Many changes at once are one look.
      wait = LOOK_AGAIN_MS
      await sleep(LOOK_AGAIN_MS)
    }
  }
  const watched = watch()

  /** What the replica has to prove to answer now; null while it may not be asked. */
  const required = (): Position | null => {
    if (!hearsChanges() || replayed === null) return null
    const position = freshness.required(clock())
    return position !== null && replayed >= position ? position : null
  }

  const proven =
    <T>(work: (tx: Tx) => Promise<T>, position: Position, isGood: (result: T) => boolean) =>
    async (tx: Tx) => {
      const proof = ask(tx, PROOF, [textOf(position)])
      proof.catch(() => {})
      const result = await work(tx)
      const [row] = await proof
      if (!row?.holds) replayed = null
      if (!row?.holds || !isGood(result)) throw new NotFromReplica()
      return result
    }

  /** A statement that failed says nothing about the replica; everything else may mean that it is gone. */
  const noteFailure = (error: unknown) => {
    if (isAnswer(error) || error instanceof AppError || error instanceof NotFromReplica) return
    replayed = null
    wake()
  }

  const reader = (): Reader => {
    let isOnPrimary = false
    const current = currentReader(primary)
    return {
      read: async (portalId, work, isGood = () => true) => {
        const position = isOnPrimary ? null : required()
        if (position === null) {
          isOnPrimary = true
          reads.primary++
          return current.read(portalId, work)
        }
        try {
          const result = await db.withPortal(portalId, proven(work, position, isGood), 'read only')
          reads.replica++
          return result
        } catch (error) {
          noteFailure(error)
          isOnPrimary = true
          reads.again++
          return current.read(portalId, work)
        }
      },
      readCurrent: (portalId, work) => {
        isOnPrimary = true
        return current.read(portalId, work)
      },
    }
  }

  return {
    reader,
    mayBeBehind: true,
    noteChange: () => {
      freshness.noteChange()
      isChangePending = true
      wake()
    },
    report: () => ({
      state,
      lag_ms: lagNow(),
      failing_ms: failingSince === null ? 0 : clock() - failingSince,
      reads: { ...reads },
    }),
    close: async () => {
      closing.abort()
      wake()
      await watched
      probe.close()
      cut()
      await db.close()
    },
  }
}
