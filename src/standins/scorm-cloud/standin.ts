import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { claim, lastPort } from '#standins/owner.ts'
import { apiOf } from './api.ts'
import { type Controls, createControls } from './controls.ts'
import { pagesOf } from './pages.ts'
import { createPostBacks } from './post-backs.ts'
import { createState } from './state.ts'

export type ScormCloudStandin = {
  base_url: string
  keys: { app_id: string; secret_key: string }
  /** The pages on which learners play, to register under the path of `publicUrl`. */
  pages: (app: FastifyInstance) => Promise<void>
  /** Only in the process that has the state. */
  controls: Controls | undefined
  close: () => Promise<void>
}

export type ScormCloudOptions = {
  /** Whether stand-ins may run at all; false in production, where starting one is an error. */
  isAllowed: boolean
  /** The folder that keeps everything over a restart. */
  dir: string
  /** Where `pages` is mounted; the stand-in's own address without it. */
  publicUrl?: string
}

const HOST = '127.0.0.1'
const KEYS = { app_id: 'STANDIN', secret_key: 'a key of the stand-in' }

/**
 * A SCORM Cloud of this machine: it imports packages, registers learners, plays a page that can be passed or failed, and
 * posts back. Where another process holds the same folder already, that one is used.
 */
export const startScormCloudStandin = async ({
  isAllowed,
  dir,
  publicUrl,
}: ScormCloudOptions): Promise<ScormCloudStandin> => {
  if (!isAllowed) throw new Error('Stand-ins do not run in production.')
  const app = Fastify({ logger: false, bodyLimit: 1 << 20 })
  const token = randomUUID()
  app.get('/owner', async () => token)
  const wanted = (await lastPort(dir)) ?? 0
  const settings = { ...KEYS, public_url: publicUrl?.replace(/\/$/, '') ?? '' }
  const state = createState(dir)
  const postBacks = createPostBacks(state)
  const controls = createControls(state, postBacks)
  await app.register(apiOf(state, settings, controls), { prefix: '/api/v2' })
  await app.register(pagesOf(state, controls))
  const listen = async (port: number) => {
    await app.listen({ port, host: HOST })
    if (!app.server.listening) await once(app.server, 'listening')
    return (app.server.address() as AddressInfo).port
  }
  const port = await listen(wanted).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return listen(0)
    throw error
  })
  const close = async () => {
    postBacks.close()
    app.server.closeAllConnections()
    await app.close()
  }
  const { owner, isMe } = await claim(dir, { port, token })
  if (isMe) {
    if (settings.public_url === '') settings.public_url = `http://${HOST}:${port}`
    const base_url = `http://${HOST}:${port}/api/v2`
    return { base_url, keys: KEYS, pages: pagesOf(state, controls), controls, close }
  }
  await close()
  const elsewhere = async (pages: FastifyInstance) => {
    const lead = `http://${HOST}:${owner.port}`
    pages.get('/launch/:token', (request, reply) => reply.redirect(`${lead}${request.url.slice(pages.prefix.length)}`))
  }
  return {
    base_url: `http://${HOST}:${owner.port}/api/v2`,
    keys: KEYS,
    pages: elsewhere,
    controls: undefined,
    close: async () => {},
  }
}
