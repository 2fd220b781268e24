import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Bus, BusHandler, EventBus } from '../bus.ts'
import { createSequences, type Stamp } from './sequences.ts'

/** How often a process says that it lives; what it says must come back to it. */
const BEAT_MS = 5_000
/** Beats that may be lost before somebody counts as gone. */
const MISSED_BEATS = 2.5
const CONNECT_WITHIN_MS = 5_000
const LONGEST_PAUSE_MS = 5_000
/** Beyond this, messages take the other way. */
const MOST_WAITING = 10_000
/** Several gaps at once are one look for everybody who is connected. */
const GAP_MS = 250

export type RedisState = 'up' | 'unreachable'
export type RedisReport = { state: RedisState; failing_ms: number }

export type RedisEvents = EventBus & {
  report: () => RedisReport
  close: () => Promise<void>
}

type Options = {
  url: string
  /** Of this installation alone, since several may share a Redis. */
  channel: string
  /** Takes over while Redis cannot be reached. */
  bus: Bus
  onError: (error: Error) => void
  log: () => { warn: (details: object, text: string) => void; info: (details: object, text: string) => void }
  beatMs?: number
}

/** What travels: an event, a sign of life, or a farewell. */
type Wire = { stamp: Stamp; topic?: string; payload?: object; is_last?: boolean }
type Stamped = { stamp?: Stamp }
type Link = { publish: (text: string) => Promise<unknown>; end: () => void }

export const redisOptions = (url: string) => ({
  url,
  disableOfflineQueue: true,
  commandsQueueMaxLength: MOST_WAITING,
  socket: { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false as const },
})

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * Live events between processes through Redis (decision 052). Redis keeps nothing and confirms nothing, so every message
 * has a number of its process: a process that misses one makes its connections read again. While Redis is away, events take
 * the bus of PostgreSQL.
 */
export const openRedisEvents = ({ url, channel, bus, onError, log, beatMs = BEAT_MS }: Options): RedisEvents => {
  const self = randomUUID()
  const clock = () => performance.now()
  const silenceLimitMs = beatMs * MISSED_BEATS
  const sequences = createSequences(clock(), silenceLimitMs)
  const handlers = new Map<string, Set<BusHandler>>()
  const gapHandlers = new Set<() => void | Promise<void>>()
  const passedOn = new Map<string, () => void>()
  const closing = new AbortController()
  let sent = 0
  let link: Link | null = null
  let heardAt = 0
  let failingSince: number | null = null
  let gapTimer: NodeJS.Timeout | undefined

  const run = (work: () => void | Promise<void>) => {
    Promise.resolve()
      .then(work)
      .catch((reason) => onError(asError(reason)))
  }
  const tellGap = () => {
    gapTimer ??= setTimeout(() => {
      gapTimer = undefined
      for (const handler of gapHandlers) run(handler)
    }, GAP_MS)
  }

  const dispatch = (topic: string, payload: unknown) => {
    for (const handler of handlers.get(topic) ?? [])
      try {
        Promise.resolve(handler(payload)).catch((reason) => onError(asError(reason)))
      } catch (reason) {
        onError(asError(reason))
      }
  }

  /** A message that came either way; what processes without Redis send has no number. */
  const receive = (topic: string, payload: unknown) => {
    const { stamp } = payload as Stamped
    const { isNew, isAfterGap } = stamp ? sequences.message(stamp, clock()) : { isNew: true, isAfterGap: false }
    if (isNew) dispatch(topic, payload)
    if (isAfterGap) tellGap()
  }

  const receiveWire = (text: string) => {
    const { stamp, topic, payload, is_last: isLast } = JSON.parse(text) as Wire
    if (topic !== undefined) return receive(topic, { ...payload, stamp })
    if (stamp.from === self) heardAt = clock()
    if (isLast) sequences.leave(stamp.from)
    else if (sequences.beat(stamp, clock())) tellGap()
  }

  const beat = (isLast = false) =>
    link?.publish(JSON.stringify({ stamp: { from: self, n: sent }, ...(isLast && { is_last: true }) } satisfies Wire))

  /** Connects, and resolves when the connection has been lost; rejects when there was none. */
  const connect = async () => {
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})
    const [publisher, subscriber] = [createClient(redisOptions(url)), createClient(redisOptions(url))]
    for (const client of [publisher, subscriber]) {
      client.on('error', lost.reject)
      client.on('end', () => lost.reject(new Error('The connection to Redis ended')))
    }
    const stop = () => lost.reject(new Error('The events were closed'))
    closing.signal.addEventListener('abort', stop)
    const late = setTimeout(() => lost.reject(new Error('Redis did not answer')), CONNECT_WITHIN_MS)
    try {
      const joined = Promise.all([publisher.connect(), subscriber.connect()]).then(() =>
        subscriber.subscribe(channel, (text) => {
          try {
            receiveWire(text)
          } catch (reason) {
            onError(asError(reason))
          }
        }),
      )
      joined.catch(() => {})
      await Promise.race([joined, lost.promise])
      clearTimeout(late)
      heardAt = clock()
      sequences.restart(heardAt)
      link = {
        publish: (text) => publisher.publish(channel, text),
        end: () => lost.reject(new Error('Redis does not answer')),
      }
      if (failingSince !== null) {
        log().info({}, 'live events use Redis again')
        failingSince = null
        tellGap()
      }
      await Promise.race([beat(), lost.promise])
      await lost.promise
    } finally {
      link = null
      clearTimeout(late)
      closing.signal.removeEventListener('abort', stop)
      for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy()
    }
  }

  const keepConnected = async () => {
    let failures = 0
    while (!closing.signal.aborted) {
      const startedAt = clock()
      await connect().catch((reason) => {
        if (closing.signal.aborted) return
        if (failingSince === null) {
          failingSince = clock()
          log().warn({ err: asError(reason) }, 'live events use PostgreSQL: Redis cannot be reached')
        }
      })
      failures = clock() - startedAt > LONGEST_PAUSE_MS ? 0 : failures + 1
      const longest = Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS)
      await pause(longest * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const ended = keepConnected()

  const timer = setInterval(() => {
    if (!link) return
    beat()?.catch(() => {})
    const now = clock()
    // It may still take what is sent and hand nothing on.
    if (now - heardAt > silenceLimitMs) link.end()
    else if (sequences.forgetSilent(now)) tellGap()
  }, beatMs)

  return {
    get isConnected() {
      return link !== null || bus.isConnected
    },
    ready: bus.ready,
    subscribe: (topic, handler) => {
      const topicHandlers = handlers.get(topic) ?? new Set()
      handlers.set(topic, topicHandlers.add(handler))
      // Processes without Redis, and those that have lost it, send by the other way.
      if (!passedOn.has(topic))
        passedOn.set(
          topic,
          bus.subscribe(topic, (payload) => receive(topic, payload)),
        )
      return () => {
        topicHandlers.delete(handler)
      }
    },
    onReconnect: (handler) => {
      gapHandlers.add(handler)
      const stop = bus.onReconnect(handler)
      return () => {
        gapHandlers.delete(handler)
        stop()
      }
    },
    send: async (topic, payload) => {
      const stamp: Stamp = { from: self, n: ++sent }
      const stamped = { ...(payload as object), stamp }
      const byRedis = link?.publish(JSON.stringify({ stamp, topic, payload: payload as object } satisfies Wire))
      try {
        if (byRedis) await byRedis
        else await bus.send(topic, stamped)
      } catch (error) {
        if (!byRedis) throw error
        // It may have arrived all the same: by its number it is delivered once.
        await bus.send(topic, stamped)
      }
    },
    report: () => ({
      state: link ? 'up' : 'unreachable',
      failing_ms: failingSince === null ? 0 : clock() - failingSince,
    }),
    close: async () => {
      clearInterval(timer)
      clearTimeout(gapTimer)
      await Promise.race([beat(true)?.catch(() => {}), pause(500, undefined, { ref: false })])
      closing.abort()
      for (const stop of passedOn.values()) stop()
      await ended
    },
  }
}
