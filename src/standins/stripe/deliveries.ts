import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { Stripe } from 'stripe'
import { noSuch } from './failure.ts'
import type { Delivery } from './model.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

const HOUR = 60 * 60 * 1000
const GIVE_UP_AFTER = 72 * HOUR
const ANSWER_WITHIN = 10_000

/** The pause after a number of failed attempts, in milliseconds: it doubles from one second to at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(HOUR, 1000 * 2 ** (attempts - 1))
}

/** The value of `Stripe-Signature`: see https://docs.stripe.com/webhooks#verify-manually. */
export function signatureOf(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export interface Outcome {
  event: string
  status: number | null
  error: string | null
}

/** Posts a message. Names below `.localhost` are loopback addresses, which Node's resolver does not know. */
export function post(url: string, body: string, headers: Record<string, string>, stop?: AbortSignal): Promise<number> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN)
  const { hostname, host, port, pathname, search } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: isLocal ? '127.0.0.1' : hostname,
        port,
        path: pathname + search,
        method: 'POST',
        headers: {
          host,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          ...headers,
        },
        agent: false,
        signal: stop ? AbortSignal.any([stop, timeout]) : timeout,
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

export type Order = 'created' | 'reversed' | string[]

export interface Deliveries {
  /** Sends what is due; call after every change. */
  kick(): void
  /** Resolves when no due message is waiting. */
  idle(): Promise<void>
  /** Holds back messages of these types (of all types if none is named) until `release`. */
  hold(types?: string[]): void
  /** Sends the held messages one after another in this order, then goes on as usual. */
  release(order?: Order): Promise<Outcome[]>
  /** Sends one event again, even if it has arrived. */
  again(eventId: string): Promise<Outcome[]>
  isHolding(): boolean
  close(): Promise<void>
}

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300

export function createDeliveries(store: Store, settings: Settings): Deliveries {
  let heldTypes: string[] | 'all' | null = null
  let isRunning = false
  const waiters: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const closing = new AbortController()

  const eventOf = (delivery: Delivery) => store.find('events', delivery.event)
  const isHeld = (event: Stripe.EventBase) => heldTypes === 'all' || (heldTypes?.includes(event.type) ?? false)
  const waiting = () =>
    store
      .list('deliveries')
      .reverse()
      .filter((delivery) => delivery.state === 'waiting')

  async function attempt(id: string): Promise<Outcome> {
    const delivery = store.find('deliveries', id)!
    const event = eventOf(delivery)!
    const url = settings.webhook_urls[delivery.endpoint]
    const body = JSON.stringify(event, null, 2)
    const outcome: Outcome = { event: event.id, status: null, error: null }
    try {
      if (!url) throw new Error('There is no such webhook address any more.')
      const headers = { 'stripe-signature': signatureOf(body, settings.webhook_secret) }
      outcome.status = await post(url, body, headers, closing.signal)
    } catch (error) {
      outcome.error = error instanceof Error ? error.message : String(error)
    }
    if (closing.signal.aborted) return outcome
    store.change((tx) => {
      const before = tx.find('deliveries', id)!
      const attempts = before.attempts + 1
      const hasArrived = isAccepted(outcome.status)
      const isOver = tx.now * 1000 - event.created * 1000 > GIVE_UP_AFTER
      const state = hasArrived || before.state === 'delivered' ? 'delivered' : isOver ? 'given_up' : 'waiting'
      tx.put('deliveries', {
        ...before,
        state,
        attempts,
        due_at: store.now() + pauseAfter(attempts),
        last_status: outcome.status,
        last_error: outcome.error,
      })
      if (hasArrived && before.state !== 'delivered') {
        const current = tx.find('events', event.id)!
        tx.put('events', { ...current, pending_webhooks: current.pending_webhooks - 1 })
      }
    })
    return outcome
  }

  function nextDue(): Delivery | undefined {
    const now = store.now()
    return waiting().find((delivery) => {
      const event = eventOf(delivery)
      return delivery.due_at <= now && event !== undefined && !isHeld(event)
    })
  }

  async function drain(): Promise<void> {
    try {
      for (let next = nextDue(); next && !closing.signal.aborted; next = nextDue()) await attempt(next.id)
    } finally {
      isRunning = false
      for (const tell of waiters.splice(0)) tell()
    }
    if (closing.signal.aborted) return
    const times = waiting()
      .filter((delivery) => !isHeld(eventOf(delivery)!))
      .map((delivery) => delivery.due_at - store.now())
    clearTimeout(timer)
    if (times.length > 0) timer = setTimeout(kick, Math.max(10, Math.min(...times))).unref()
  }

  function kick(): void {
    if (closing.signal.aborted || isRunning) return
    isRunning = true
    void drain()
  }

  const ended = () => new Promise<void>((resolve) => waiters.push(resolve))

  async function idle(): Promise<void> {
    kick()
    while (isRunning) await ended()
  }

  async function inOrder(ids: string[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push(await attempt(id))
    kick()
    return outcomes
  }

  return {
    kick,
    idle,
    hold(types) {
      heldTypes = types && types.length > 0 ? types : 'all'
    },
    isHolding: () => heldTypes !== null,
    async release(order = 'created') {
      const deliveries = waiting().filter((delivery) => isHeld(eventOf(delivery)!))
      const idsOf = (event: string) => {
        const ids = deliveries.filter((delivery) => delivery.event === event).map((delivery) => delivery.id)
        if (ids.length === 0) throw noSuch('event', event)
        return ids
      }
      const ids = Array.isArray(order) ? order.flatMap(idsOf) : deliveries.map((delivery) => delivery.id)
      if (order === 'reversed') ids.reverse()
      // The others are held until these have been sent, so that the order is the requested one.
      const outcomes = await inOrder(ids)
      heldTypes = null
      kick()
      return outcomes
    },
    async again(eventId) {
      const sent = store.list('deliveries').filter((delivery) => delivery.event === eventId)
      if (sent.length === 0) throw noSuch('event', eventId)
      return inOrder(sent.map((delivery) => delivery.id))
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      if (isRunning) await ended()
    },
  }
}
