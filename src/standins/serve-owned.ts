import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { claim, lastPort } from './owner.ts'

const HOST = '127.0.0.1'

export type Served = {
  /** The address of the process that uses the folder. */
  origin: string
  /** False if another process uses the folder; the server of this process is closed then. */
  isMe: boolean
}

/** Serves a stand-in on loopback, on the port of its last run if that is free, unless another process does. */
export const serveOwned = async (app: FastifyInstance, dir: string): Promise<Served> => {
  const token = randomUUID()
  app.get('/owner', async () => token)
  const preferred = (await lastPort(dir)) ?? 0
  const listen = async (port: number) => {
    await app.listen({ port, host: HOST })
    if (!app.server.listening) await once(app.server, 'listening')
    return (app.server.address() as AddressInfo).port
  }
  const port = await listen(preferred).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return listen(0)
    throw error
  })
  const { owner, isMe } = await claim(dir, { port, token })
  if (!isMe) {
    app.server.closeAllConnections()
    await app.close()
  }
  return { origin: `http://${HOST}:${isMe ? port : owner.port}`, isMe }
}
