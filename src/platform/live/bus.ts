import { setTimeout as pause } from 'node:timers/promises'
import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'

/** Called with the message. Handlers are not awaited: the order applies to calls, not to what they start. */
export type BusHandler = (payload: unknown) => void | Promise<void>

export type Bus = {
  /** False while messages may be lost; caches that the bus invalidates must not be trusted then. */
  readonly isConnected: boolean
  /** Resolves when the bus listens for the first time, rejects when it is closed before. */
  readonly ready: Promise<void>
  /** Calls `handler` with every message of a topic, from this process too. Returns what ends it. */
  subscribe: (topic: string, handler: BusHandler) => () => void
  /** Calls `handler` when the bus listens again after a time in which messages may have been lost. */
  onReconnect: (handler: () => void | Promise<void>) => () => void
  /** Sends outside any transaction, over the bus's own connection; rejects while there is none. */
  send: (topic: string, payload: unknown) => Promise<void>
  close: () => Promise<void>
}

/** What live events need of a bus. */
export type EventBus = Pick<Bus, 'isConnected' | 'ready' | 'subscribe' | 'onReconnect' | 'send'>

export type BusOptions = {
  /** Called for lost connections, unreadable messages and failed handlers; the bus itself continues. */
  onError: (error: Error) => void
}

const CHANNEL = 'portico'
// PostgreSQL refuses 8,000 bytes and more.
const LARGEST_NOTICE = 7 * 1024
const LONGEST_PAUSE_MS = 5_000
const HEARTBEAT_MS = 30_000
const ANSWER_WITHIN_MS = 15_000

type Notice = { topic: string; payload: unknown } | { topic: string; stored: number }

// The stored form is a JSON string that holds JSON text: jsonb itself refuses \u0000 and lone surrogates.
const STORE = `with stored as (insert into bus_payloads (payload) values (to_jsonb($3::text)) returning id)
select pg_notify($1, json_build_object('topic', $2::text, 'stored', id)::text) from stored`

const noticeOf = (topic: string, payload: unknown) => {
  if (!/^[a-z][a-z0-9._-]{0,99}$/.test(topic)) throw new TypeError(`"${topic}" is no topic`)
  const value = payload === undefined ? null : payload
  const text = JSON.stringify({ topic, payload: value } satisfies Notice)
  return Buffer.byteLength(text) > LARGEST_NOTICE
    ? { isStored: true as const, text: JSON.stringify(value) }
    : { isStored: false as const, text }
}

/**
 * Sends `payload` (JSON) to every process that listens to `topic` when the transaction commits, and never when it
 * rolls back. Messages of one transaction arrive in their order; equal ones arrive once. Above 7 kB it needs a
 * transaction that may write.
 */
export async function notify(tx: QueryExecutorProvider, topic: string, payload: unknown): Promise<void> {
  const notice = noticeOf(topic, payload)
  const statement = notice.isStored
    ? sql`with stored as (insert into bus_payloads (payload) values (to_jsonb(${notice.text}::text)) returning id)
          select pg_notify(${CHANNEL}, json_build_object('topic', ${topic}::text, 'stored', id)::text) from stored`
    : sql`select pg_notify(${CHANNEL}, ${notice.text})`
  await statement.execute(tx)
}

/** As `notify`, several messages of one topic in their order; short ones travel with one statement. */
export async function notifyAll(tx: QueryExecutorProvider, topic: string, payloads: readonly unknown[]): Promise<void> {
  const notices = payloads.map((payload) => noticeOf(topic, payload))
  if (notices.some(({ isStored }) => isStored)) {
    for (const payload of payloads) await notify(tx, topic, payload)
    return
  }
  const texts = notices.map(({ text }) => text)
  if (texts.length > 0)
    await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) with ordinality as t (text, n) order by n`.execute(
      tx,
    )
}

/** Forgets the stored payloads of messages that every process has long received; for a job of every few minutes. */
export async function forgetOldPayloads(tx: QueryExecutorProvider): Promise<void> {
  await sql`delete from bus_payloads where created_at < now() - interval '1 hour'`.execute(tx)
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/** A set of callbacks that can be left again. */
const register = <T>(set: Set<T>, item: T) => {
  set.add(item)
  return () => {
    set.delete(item)
  }
}

/**
 * Opens the one connection of this process that listens, and keeps it: when it is lost it is opened again with
 * growing pauses. It must reach PostgreSQL itself; a pooler in transaction mode does not carry LISTEN.
 */
export function createBus(config: pg.ClientConfig, { onError }: BusOptions): Bus {
  const handlers = new Map<string, Set<BusHandler>>()
  const reconnectHandlers = new Set<() => void | Promise<void>>()
  const closing = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let client: pg.Client | undefined
  let hasMissed = false
  let lastStored: Promise<void> | undefined

  const run = (handler: () => void | Promise<void>) => {
    try {
      Promise.resolve(handler()).catch((reason) => onError(asError(reason)))
    } catch (reason) {
      onError(asError(reason))
    }
  }

  const dispatch = (topic: string, payload: unknown) => {
    for (const handler of handlers.get(topic) ?? []) run(() => handler(payload))
  }

  const load = async (id: number): Promise<unknown> => {
    if (!client) throw new Error(`The message ${id} of the bus was lost with its connection`)
    const { rows } = await client.query<{ payload: string }>(
      `select payload #>> '{}' as payload from bus_payloads where id = $1`,
      [id],
    )
    const row = rows[0]
    if (!row) throw new Error(`The message ${id} of the bus is no longer kept`)
    return JSON.parse(row.payload)
  }

  /** Hands a notice on; whatever arrives behind a stored one waits for it, so that the order is kept. */
  const receive = (text: string) => {
    const notice = JSON.parse(text) as Notice
    if (!('stored' in notice) && !lastStored) {
      dispatch(notice.topic, notice.payload)
      return
    }
    const mine = (lastStored ?? Promise.resolve())
      .then(async () => dispatch(notice.topic, 'stored' in notice ? await load(notice.stored) : notice.payload))
      .catch((reason) => onError(asError(reason)))
      .then(() => {
        if (lastStored === mine) lastStored = undefined
      })
    lastStored = mine
  }

  /** Listens until the connection is gone; rejects with the reason. */
  const listen = async (onListening: () => void) => {
    const connection = new pg.Client({
      application_name: 'portico-bus',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      ...config,
      keepAlive: true,
      pipeline: true,
      query_timeout: ANSWER_WITHIN_MS,
    } as pg.ClientConfig)
    let hasListened = false
    const disconnected = Promise.withResolvers<never>()
    disconnected.promise.catch(() => {})
    connection.on('error', disconnected.reject)
    connection.on('end', () => disconnected.reject(new Error('The connection of the bus ended')))
    connection.on('notification', ({ payload }) => {
      try {
        receive(payload ?? '')
      } catch (reason) {
        onError(asError(reason))
      }
    })
    const onClose = () => disconnected.reject(new Error('The bus was closed'))
    closing.signal.addEventListener('abort', onClose)
    // A peer that vanished without a word is noticed by asking it.
    const heartbeat = setInterval(() => connection.query('select 1').catch(disconnected.reject), HEARTBEAT_MS)
    try {
      await Promise.race([connection.connect(), disconnected.promise])
      await Promise.race([connection.query(`listen ${CHANNEL}`), disconnected.promise])
      hasListened = true
      client = connection
      onListening()
      await disconnected.promise
    } finally {
      client = undefined
      clearInterval(heartbeat)
      closing.signal.removeEventListener('abort', onClose)
      const ended = connection.end().catch(() => {})
      // A goodbye is worth waiting for only where somebody can answer it.
      if (hasListened && closing.signal.aborted) await ended
    }
  }

  const keepListening = async () => {
    let failures = 0
    while (!closing.signal.aborted) {
      try {
        await listen(() => {
          failures = 0
          ready.resolve()
          if (!hasMissed) return
          hasMissed = false
          for (const handler of reconnectHandlers) run(handler)
        })
      } catch (reason) {
        if (closing.signal.aborted) break
        hasMissed = true
        onError(asError(reason))
        const longest = Math.min(100 * 2 ** failures++, LONGEST_PAUSE_MS)
        await pause(longest * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    ready.reject(new Error('The bus was closed before it listened'))
  }
  const ended = keepListening()

  return {
    get isConnected() {
      return client !== undefined
    },
    ready: ready.promise,
    subscribe: (topic, handler) => {
      const topicHandlers = handlers.get(topic) ?? new Set()
      handlers.set(topic, topicHandlers)
      return register(topicHandlers, handler)
    },
    onReconnect: (handler) => register(reconnectHandlers, handler),
    send: async (topic, payload) => {
      if (!client) throw new Error('The bus is not connected')
      const notice = noticeOf(topic, payload)
      if (notice.isStored) await client.query(STORE, [CHANNEL, topic, notice.text])
      else await client.query('select pg_notify($1, $2)', [CHANNEL, notice.text])
    },
    close: async () => {
      closing.abort()
      await ended
    },
  }
}
