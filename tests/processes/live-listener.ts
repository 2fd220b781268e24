// Somebody with an open page who hears live events through the balancer, and a program that raises them.
import { createHash, createHmac } from 'node:crypto'
import Pusher from 'pusher-js'
import type { TestApp } from '../api.ts'
import type { Sent } from './balanced-calls.ts'

const CHANNEL = 'cluster-news'
const EVENT = 'numbered'

/** An event in the order in which the listener's connections brought it. */
type Received = { number: number; connection: number }
export type Raised = { number: number; sent_at: number; acknowledged_at: number }

export const liveListener = async (t: TestApp, port: number) => {
  const client = new Pusher(t.config.live.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
  })
  const joined: number[] = []
  const received: Received[] = []
  const channel = client.subscribe(CHANNEL)
  const first = new Promise<void>((resolve) => {
    channel.bind('pusher:subscription_succeeded', () => {
      joined.push(performance.now())
      resolve()
    })
  })
  channel.bind(EVENT, ({ number }: { number: number }) => received.push({ number, connection: joined.length - 1 }))
  await first
  return {
    /** How often it had to connect again. */
    reconnects: () => joined.length - 1,
    has: (number: number) => received.some((one) => one.number === number),
    /**
     * What is wrong with what it heard: an event twice, or one missing between two others of the same connection, or after
     * its connection began and before a later one. Between two connections pages read again instead (RTM-006).
     */
    faults: (raised: readonly Raised[]): string[] => {
      const numbers = received.map(({ number }) => number)
      const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
      const missing = raised.filter(({ number, sent_at, acknowledged_at }) => {
        if (numbers.includes(number)) return false
        const later = new Set(raised.filter((one) => one.sent_at > acknowledged_at).map((one) => one.number))
        return received.some((one) => later.has(one.number) && (joined[one.connection] ?? 0) < sent_at)
      })
      return [
        ...twice.map((number) => `event ${number} came twice`),
        ...missing.map(({ number }) => `event ${number} is missing`),
      ]
    },
    close: () => client.disconnect(),
  }
}

/** The call by which a Pusher server library raises an event. */
export const raiseCall = ({ config: { live } }: TestApp, number: number): Sent => {
  const body = JSON.stringify({ name: EVENT, channels: [CHANNEL], data: JSON.stringify({ number }) })
  const path = `/apps/${live.app_id}/events`
  const md5 = createHash('md5').update(body).digest('hex')
  const at = Math.floor(Date.now() / 1000)
  const query = `auth_key=${live.key}&auth_timestamp=${at}&auth_version=1.0&body_md5=${md5}`
  const signature = createHmac('sha256', live.secret).update(`POST\n${path}\n${query}`).digest('hex')
  return {
    method: 'POST',
    path: `${path}?${query}&auth_signature=${signature}`,
    headers: { host: 'core.localhost', 'content-type': 'application/json' },
    body,
  }
}
