import Fastify from 'fastify'
import { serveOwned } from '#standins/serve-owned.ts'
import { apiOf } from './api.ts'
import { type Controls, createControls } from './controls.ts'
import { createState } from './state.ts'

export type EasyshipStandin = {
  base_url: string
  key: string
  /** Only in the process that has the state. */
  controls: Controls | undefined
  close: () => Promise<void>
}

const VERSION = '/2024-09'

/**
 * A local EasyShip: it lists categories and carriers, accepts shipments, sells labels and cancels them. If another
 * process already uses the same folder, that process is used.
 */
export const startEasyshipStandin = async ({
  isAllowed,
  dir,
}: {
  /** Whether stand-ins may run at all; false in production, where starting one is an error. */
  isAllowed: boolean
  /** The folder whose files survive a restart. */
  dir: string
}): Promise<EasyshipStandin> => {
  if (!isAllowed) throw new Error('Stand-ins do not run in production.')
  const app = Fastify({ logger: false })
  // The service takes calls without a body although they name JSON as its type.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
  const key = 'a key of the stand-in'
  const state = createState(dir)
  const controls = createControls(state)
  await app.register(apiOf(state, key, controls), { prefix: VERSION })
  const { origin, isMe } = await serveOwned(app, dir)
  return {
    base_url: `${origin}${VERSION}`,
    key,
    controls: isMe ? controls : undefined,
    close: async () => {
      if (!isMe) return
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
