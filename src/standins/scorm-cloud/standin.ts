import Fastify, { type FastifyInstance } from 'fastify'
import { serveOwned } from '#standins/serve-owned.ts'
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
  /** The folder whose files survive a restart. */
  dir: string
  /** Where `pages` is mounted; the stand-in's own address by default. */
  publicUrl?: string
}

const KEYS = { app_id: 'STANDIN', secret_key: 'a key of the stand-in' }

/**
 * A local SCORM Cloud: it imports packages, registers learners, serves a page that can be passed or failed, and posts
 * back. If another process already uses the same folder, that process is used.
 */
export const startScormCloudStandin = async ({
  isAllowed,
  dir,
  publicUrl,
}: ScormCloudOptions): Promise<ScormCloudStandin> => {
  if (!isAllowed) throw new Error('Stand-ins do not run in production.')
  const app = Fastify({ logger: false, bodyLimit: 1 << 20 })
  const settings = { ...KEYS, public_url: publicUrl?.replace(/\/$/, '') ?? '' }
  const state = createState(dir)
  const postBacks = createPostBacks(state)
  const controls = createControls(state, postBacks)
  await app.register(apiOf(state, settings, controls), { prefix: '/api/v2' })
  await app.register(pagesOf(state, controls))
  const close = async () => {
    postBacks.close()
    app.server.closeAllConnections()
    await app.close()
  }
  const { origin, isMe } = await serveOwned(app, dir)
  const base_url = `${origin}/api/v2`
  if (isMe) {
    if (settings.public_url === '') settings.public_url = origin
    return { base_url, keys: KEYS, pages: pagesOf(state, controls), controls, close }
  }
  postBacks.close()
  const elsewhere = async (pages: FastifyInstance) => {
    pages.get('/launch/:token', (request, reply) =>
      reply.redirect(`${origin}${request.url.slice(pages.prefix.length)}`),
    )
  }
  return { base_url, keys: KEYS, pages: elsewhere, controls: undefined, close: async () => {} }
}
