import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { type TusOptions, tusPlugin } from '#platform/files/tus/plugin.ts'
import { openUploads, type Uploads, type UploadsOptions } from '#platform/files/tus/uploads.ts'

export const TUS_BASE = '/api/v1/tus'

export interface TestTusServer {
  app: FastifyInstance
  uploads: Uploads
  /** `http://127.0.0.1:port/api/v1/tus` */
  endpoint: string
  close(): Promise<void>
}

/** A server that only accepts uploads. The header `x-owner` names the caller. */
export const startTusServer = async (
  options: Omit<UploadsOptions, 'pool'> &
    Pick<TusOptions, 'onFinal' | 'onJoin' | 'maxSize'> & { database: pg.PoolConfig; port?: number },
): Promise<TestTusServer> => {
  const { database, onFinal, onJoin, maxSize, port, ...uploadsOptions } = options
  const pool = new pg.Pool({ max: 2, pipeline: true, ...database } as pg.PoolConfig)
  pool.on('error', () => {})
  const uploads = openUploads({ ...uploadsOptions, pool, ...(maxSize !== undefined && { maxSize }) })
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'))
  await app.register(tusPlugin, {
    base: TUS_BASE,
    uploads,
    maxSize,
    onFinal,
    onJoin,
    authorize: (request) => (request.headers['x-owner'] as string | undefined) ?? null,
  })
  await app.listen({ port: port ?? 0, host: '127.0.0.1' })
  const { port: listening } = app.server.address() as AddressInfo
  return {
    app,
    uploads,
    endpoint: `http://127.0.0.1:${listening}${TUS_BASE}`,
    close: async () => {
      await app.close()
      await uploads.close()
      await pool.end()
    },
  }
}

/** The input of a server in a separate process, as JSON in its only argument. */
export interface ChildSettings {
  dir: string
  database: pg.PoolConfig
  port: number
  /** Every file handed over is logged here, one line each. */
  log: string
  /** The process kills itself when this many bytes of a joined file are written. */
  dieAtJoin: number | null
}

if (process.argv[1] === import.meta.filename && process.argv[2]) {
  const { log, dieAtJoin, ...settings } = JSON.parse(process.argv[2]) as ChildSettings
  const server = await startTusServer({
    ...settings,
    onFinal: async (upload) => fs.promises.appendFile(log, `${JSON.stringify(upload)}\n`),
    onJoin: ({ bytes }) => {
      if (dieAtJoin !== null && bytes >= dieAtJoin) process.kill(process.pid, 'SIGKILL')
    },
  })
  process.stdout.write(`${server.endpoint}\n`)
}
