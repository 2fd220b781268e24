import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { lookUp, type PostalAddress } from './directory.ts'

export type MapsStandin = {
  base_url: string
  key: string
  /** How the service answers the next calls, to test the product. */
  controls: { answers_with: 'addresses' | 'failure' | 'nonsense' }
  close: () => Promise<void>
}

/** A local maps service that checks addresses in the USA; it has no state, so every process has its own. */
export const startMapsStandin = async ({ isAllowed }: { isAllowed: boolean }): Promise<MapsStandin> => {
  if (!isAllowed) throw new Error('Stand-ins do not run in production.')
  const app = Fastify({ logger: false, bodyLimit: 1 << 16 })
  const key = randomUUID()
  const controls: MapsStandin['controls'] = { answers_with: 'addresses' }
  const failure = (code: number, status: string, message: string) => ({ error: { code, message, status } })
  app.post('/v1::validateAddress', async (request, reply) => {
    if (request.headers['x-goog-api-key'] !== key)
      return reply.code(403).send(failure(403, 'PERMISSION_DENIED', 'The key is not valid.'))
    if (controls.answers_with === 'failure')
      return reply.code(503).send(failure(503, 'UNAVAILABLE', 'The service is unavailable.'))
    if (controls.answers_with === 'nonsense') return { result: {} }
    const { address } = request.body as { address?: PostalAddress & { regionCode?: string } }
    if (address?.regionCode !== 'US')
      return reply.code(400).send(failure(400, 'INVALID_ARGUMENT', 'Unsupported region code.'))
    return { result: lookUp(address), responseId: randomUUID() }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  if (!app.server.listening) await once(app.server, 'listening')
  const { port } = app.server.address() as AddressInfo
  return {
    base_url: `http://127.0.0.1:${port}`,
    key,
    controls,
    close: async () => {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
