import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Stripe } from 'stripe'
import type { Controls } from './controls.ts'
import { type StripeStandin, type StripeStandinOptions, startStripeStandin } from './standin.ts'

export const WEBHOOK_SECRET = 'whsec_test_of_the_standin'

export interface Message {
  body: string
  signature: string
  host: string
  event: Stripe.Event
}

/** A shop for tests: the unmodified client, the stand-in it calls, and a webhook address. */
export interface Shop {
  dir: string
  stripe: Stripe
  standin: StripeStandin
  controls: Controls
  /** Every message received, including those answered with an error. */
  messages: Message[]
  /** The types of the messages received, in order. */
  types(): string[]
  /** The statuses of the next answers; 200 afterwards. */
  answerWith(...statuses: number[]): void
  /** Restarts the stand-in on its folder. */
  restart(): Promise<void>
  close(): Promise<void>
}

export function clientOf({ api, secretKey }: StripeStandin, key = secretKey): Stripe {
  return new Stripe(key, { ...api, maxNetworkRetries: 2, telemetry: false })
}

export async function openShop(options: Partial<StripeStandinOptions> = {}): Promise<Shop> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'stripe-standin-'))
  const messages: Message[] = []
  const statuses: number[] = []
  const receiver = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString('utf8')
    const { host = '', 'stripe-signature': signature } = request.headers
    messages.push({ body, signature: String(signature ?? ''), host, event: JSON.parse(body) })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo

  const start = () =>
    startStripeStandin({
      isAllowed: true,
      dir,
      webhookUrls: [`http://core.localhost:${port}/api/v1/payments/webhook`],
      webhookSecret: WEBHOOK_SECRET,
      ...options,
    })
  const standin = await start()
  const shop: Shop = {
    dir,
    standin,
    stripe: clientOf(standin),
    controls: standin.controls!,
    messages,
    types: () => messages.map((message) => message.event.type),
    answerWith: (...next) => void statuses.push(...next),
    async restart() {
      await shop.standin.close()
      shop.standin = await start()
      shop.stripe = clientOf(shop.standin)
      shop.controls = shop.standin.controls!
    },
    async close() {
      await shop.standin.close()
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
      await rm(dir, { recursive: true, force: true })
    },
  }
  return shop
}

/** The order of a shop: two books at 29.99 dollars. */
export const twoBooks = {
  mode: 'payment',
  success_url: 'http://core.localhost:4100/orders/success/course?order=7&checkout={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://core.localhost:4100/checkout/course',
  customer_email: 'ada@example.com',
  client_reference_id: '7',
  metadata: { order_id: '7' },
  payment_intent_data: { metadata: { order_id: '7' } },
  line_items: [
    { quantity: 2, price_data: { currency: 'usd', unit_amount: 2999, product_data: { name: 'First aid at work' } } },
  ],
} satisfies Stripe.Checkout.SessionCreateParams
