import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Lookup } from '#platform/outside/guarded.ts'
import { type PostAnswer, post } from '#platform/outside/post.ts'
import type { Services } from '#platform/services.ts'
import { bodyOf, messageId } from '../rules/message.ts'
import { afterAttempt, healthAfter, isDown, isRefused, type Outcome, retryAfter } from '../rules/retries.ts'
import * as store from './lane-store.ts'
import { percent } from './percent.ts'
import { signaturesOf, unsealSecret } from './secrets.ts'
import { tellNews } from './tell.ts'

export type LaneOptions = {
  db: Db
  services: Pick<Services, 'config' | 'portalById' | 'loadPortalAdmins'>
  clock: () => Date
  /** The whole call of an address, answer included. */
  timeout_ms?: number
  lookup?: Lookup
  onError: (error: unknown) => void
}

const TIMEOUT_MS = 15_000
/** Calls of one address at the same time. */
const AT_ONCE = 5
const BATCH = 20
/** A batch that hangs takes a minute; a lease that is longer belongs to a process that died. */
const LEASE_MS = 150_000
/** Lanes of a process at the same time; those of addresses that are down have places of their own. */
const MOST_LANES = 200
const MOST_DOWN = 50
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Portico-Callbacks/1.0' }

const PROBLEMS = {
  address: 'The address does not lead to the public internet.',
  timeout: 'There was no complete answer in time.',
  no_answer: 'There was no answer',
} as const

const untilOf = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Secrets that sign now: the present one, and the former one until its time is over. */
const secretsOf = (callback: store.HeldCallback, key: string, now: Date): string[] => {
  const { portal_id: portalId, secret, former_secret: former, former_secret_until: until } = callback
  const valid = former && until && until > now ? [secret, former] : [secret]
  return valid.map((sealed) => unsealSecret(key, portalId, sealed)).filter((text) => text !== null)
}

const headersOf = (answer: PostAnswer): Record<string, string> | null => {
  if (answer.problem !== null) return null
  const pairs = Object.entries(answer.headers).slice(0, 40)
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value ?? '').slice(0, 500)]))
}

const problemOf = (answer: PostAnswer): string | null => {
  if (answer.problem === 'no_answer') return `${PROBLEMS.no_answer} (${answer.detail}).`
  if (answer.problem !== null) return PROBLEMS[answer.problem]
  if (answer.status >= 300 && answer.status < 400) return 'Redirects are not followed.'
  return null
}

const outcomeOf = (answer: PostAnswer, now: Date): Outcome =>
  answer.problem === null
    ? {
        is_good: answer.status >= 200 && answer.status < 300,
        retry_after: retryAfter(answer.headers['retry-after'], now),
      }
    : { is_good: false, retry_after: null }

/** An address that answers well changes nothing about itself, except now and then the time of it. */
const isAsBefore = ({ failures, succeeded_at: at }: { failures: number; succeeded_at: Date | null }, now: Date) =>
  failures === 0 && at !== null && now.getTime() - at.getTime() < 60_000

type Sent = { delivery: store.Waiting; answer: PostAnswer; headers: Record<string, string>; started_at: Date }

/** Whether the address is down now, and when it answered well, if it did. */
type After = { is_down: boolean; good_at: Date | null }

/** Writes an attempt down, with what becomes of the delivery and of the address. */
const record = (
  options: LaneOptions,
  callback: store.HeldCallback,
  { delivery, answer, headers, started_at }: Sent,
): Promise<After> => {
  const now = options.clock()
  const { portal_id: portalId } = callback
  const outcome = outcomeOf(answer, now)
  const after = (health: { failures: number }): After => ({
    is_down: isDown(health),
    good_at: outcome.is_good ? now : null,
  })
  return options.db.withPortal(portalId, async (tx: Tx) => {
    const known = await store.loadHealth(tx, portalId, callback.id)
    const isQuiet = outcome.is_good ? isAsBefore(known, now) : isRefused(delivery, known)
    const before = isQuiet ? known : await store.lockHealth(tx, portalId, callback.id)
    const attempts = delivery.attempts + 1
    const next = afterAttempt({ ...delivery, attempts }, before, outcome, now)
    await store.insertAttempt(tx, portalId, {
      delivery_id: delivery.id,
      status: next.status,
      url: callback.url,
      request_headers: headers,
      response_status: answer.problem === null ? answer.status : null,
      response_headers: headersOf(answer),
      response_body: answer.problem === null ? answer.body : null,
      problem: problemOf(answer),
      milliseconds: answer.milliseconds,
      started_at,
    })
    await store.saveDelivery(tx, portalId, delivery.id, { ...next, attempts, now })
    const details = { id: callback.id, name: before.name, url: callback.url, since: before.failing_since ?? now }
    if (next.status === 'FAILED') await tellNews(tx, options.services, portalId, { ...details, news: 'given_up', now })
    if (isQuiet) return after(known)
    const turn = healthAfter(before, outcome, now)
    await store.saveHealth(tx, portalId, callback.id, { ...turn.health, next_attempt_at: turn.next_attempt_at })
    if (turn.sends_all) await store.sendAll(tx, portalId, callback.id)
    if (turn.news) await tellNews(tx, options.services, portalId, { ...details, news: turn.news, now })
    return after(turn.health)
  })
}

const send = async (options: LaneOptions, callback: store.HeldCallback, delivery: store.Waiting): Promise<After> => {
  const { services, clock, lookup, timeout_ms = TIMEOUT_MS } = options
  const { config } = services
  const started = clock()
  const fact = { ...delivery, id: delivery.event_id }
  const body = bodyOf(fact, delivery.number, percent, callback.api_version)
  const id = messageId(fact)
  const seconds = Math.floor(started.getTime() / 1000)
  const secrets = secretsOf(callback, config.secret, started)
  const headers = {
    ...HEADERS,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signaturesOf(secrets, { id, seconds, body }),
  }
  const networks = config.FETCH_NETWORKS ?? []
  const answer = await post(new URL(callback.url), { headers, body, networks, timeout_ms, lookup })
  return record(options, callback, { delivery, answer, headers, started_at: started })
}

/**
 * Sends a batch: facts of one record one after the other, others at once. Ends early when the address turns out to be down.
 * Answers when the last good answer came.
 */
const sendBatch = async (options: LaneOptions, callback: store.HeldCallback, batch: readonly store.Waiting[]) => {
  const bySubject = [...Map.groupBy(batch, ({ subject }) => subject).values()]
  let isOver = false
  let goodAt: Date | null = null
  const work = async () => {
    for (let facts = bySubject.shift(); facts && !isOver; facts = bySubject.shift())
      for (const fact of facts) {
        if (isOver) return
        const { is_down: hasGoneDown, good_at: at } = await send(options, callback, fact)
        if (hasGoneDown) isOver = true
        goodAt = at ?? goodAt
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return goodAt as Date | null
}

/** Works on a lane until nothing is due; answers how many messages it took up. */
const runLane = async (options: LaneOptions, lane: store.Lane): Promise<number> => {
  const { db, clock } = options
  let count = 0
  let goodAt: Date | null = null
  try {
    for (;;) {
      const now = clock()
      const taken = await db.withPortal(lane.portal_id, async (tx) => {
        const callback = await store.holdLane(tx, lane, now, { until: untilOf(now), good_at: goodAt })
        return callback && { callback, batch: await store.takeWaiting(tx, callback, now, BATCH) }
      })
      if (!taken || taken.batch.length === 0) return count
      goodAt = (await sendBatch(options, taken.callback, taken.batch)) ?? goodAt
      count += taken.batch.length
    }
  } finally {
    await db.withPortal(lane.portal_id, (tx) => store.releaseLane(tx, lane, goodAt))
  }
}

const claim = ({ db, clock }: LaneOptions, most: number, mostDown: number) => {
  const now = clock()
  const place = { lease: randomUUID(), now, until: untilOf(now), most, most_down: mostDown }
  return db.withPlatform((tx) => store.claimLanes(tx, place))
}

/** Sends everything that is due at this moment and waits for it; for tests. Answers how many messages were taken up. */
export const deliverDue = async (options: LaneOptions): Promise<number> => {
  const lanes = await claim(options, MOST_LANES, MOST_LANES)
  const counts = await Promise.all(lanes.map((lane) => runLane(options, lane)))
  return counts.reduce((sum, count) => sum + count, 0)
}

export type Lanes = { close: () => Promise<void> }

/** Looks every second for callbacks with something to send, and works on each by itself until closed. */
export const startLanes = (options: LaneOptions, { every_ms: everyMs = 1_000 } = {}): Lanes => {
  const running = new Map<string, Promise<unknown>>()
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false
  let isLooking = false
  const begin = (lane: store.Lane) => {
    const key = `${lane.id}:${lane.lease}`
    const work = runLane(options, lane)
      .catch(options.onError)
      .finally(() => running.delete(key))
    running.set(key, work)
  }
  const look = async () => {
    const free = MOST_LANES - running.size
    if (free <= 0) return
    for (const lane of await claim(options, free, Math.min(free, MOST_DOWN))) begin(lane)
  }
  const timer = setInterval(() => {
    if (isLooking || isClosed) return
    isLooking = true
    looking = look()
      .catch(options.onError)
      .finally(() => {
        isLooking = false
      })
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}
