import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Stripe } from 'stripe'
import { claim, lastPort } from '../owner.ts'
import { createApi } from './api.ts'
import { pagesOf } from './checkout/pages.ts'
import { controlRoutes } from './control-routes.ts'
import { type Controls, controlsOf } from './controls.ts'
import { pagesFrom } from './forward.ts'
import { SENT_EVENTS, type Settings } from './settings.ts'
import { createState } from './state.ts'

export interface StripeStandinOptions {
  /** Whether stand-ins may run at all; false in production, where starting one is an error. */
  isAllowed: boolean
  /** The folder whose files survive a restart. */
  dir: string
  /** Where messages are sent, for instance `http://core.localhost:3000/api/v1/payments/webhook`. */
  webhookUrls: string[]
  webhookSecret: string
  /** Where `pages` is mounted; the stand-in's own address by default. */
  publicUrl?: string
  /** The port of the API; by default the port of the last start, or a free one. */
  port?: number
  merchantName?: string
  taxPercent?: number
  sentEvents?: readonly Stripe.Event.Type[]
  /** Opens `/test_helpers/*` on the port of the API. */
  hasTestHelpers?: boolean
}

export interface StripeStandin {
  /** Host, port and protocol for the client. */
  api: { host: string; port: number; protocol: 'http' }
  /** A key that is accepted; any test key is. */
  secretKey: string
  /** The payment and onboarding pages, to register under the path of `publicUrl`. */
  pages: (app: FastifyInstance) => Promise<void>
  /** Only in the process that has the state; another one can use `/test_helpers/*`. */
  controls: Controls | undefined
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Listens on the given port if it is free, else on any. */
async function listen(server: http.Server, preferred: number): Promise<number> {
  const open = async (port: number) => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  return open(preferred).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return open(0)
    throw error
  })
}

/**
 * Starts the service on a loopback port. If another process already uses the same folder, its service is used instead,
 * so that several processes of the product share one.
 */
export async function startStripeStandin(options: StripeStandinOptions): Promise<StripeStandin> {
  if (!options.isAllowed) throw new Error('Stand-ins do not run in production.')
  const token = randomUUID()
  let serve: http.RequestListener = (_request, response) => response.writeHead(503).end()
  const server = http.createServer((request, response) => {
    if (request.url === '/owner') response.end(token)
    else serve(request, response)
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  const port = await listen(server, options.port ?? (await lastPort(options.dir)) ?? 0)
  const { owner, isMe } = await claim(options.dir, { port, token })
  const common = { api: { host: HOST, port: owner.port, protocol: 'http' as const }, secretKey: 'sk_test_standin' }
  if (!isMe) {
    await close()
    return { ...common, pages: pagesFrom(owner.port), controls: undefined, close: async () => undefined }
  }
  if (options.port && options.port !== port) {
    await close()
    throw new Error(`The port ${options.port} is in use.`)
  }

  const settings: Settings = {
    webhook_urls: options.webhookUrls,
    webhook_secret: options.webhookSecret,
    sent_events: options.sentEvents ?? SENT_EVENTS,
    public_url: (options.publicUrl ?? `http://${HOST}:${port}`).replace(/\/$/, ''),
    merchant_name: options.merchantName ?? 'Test merchant',
    tax_percent: options.taxPercent ?? 8.25,
  }
  try {
    const state = createState(options.dir, settings)
    const controls = controlsOf(state)
    const api = createApi(state)
    await api.register(pagesOf(state))
    if (options.hasTestHelpers) controlRoutes(api, controls)
    await api.ready()
    serve = api.routing
    const end = async () => {
      await close()
      await api.close()
      await state.close()
    }
    let ending: Promise<void> | undefined
    return {
      ...common,
      pages: pagesOf(state),
      controls,
      close() {
        ending ??= end()
        return ending
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
