import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { Bucket } from '#platform/files/bucket/bucket.ts'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'
import { createFiles } from '#platform/files/files.ts'
import { BucketSpace } from '#platform/files/tus/bucket-space.ts'
import { FolderSpace } from '#platform/files/tus/folder-space.ts'
import { type TusOptions, tusPlugin } from '#platform/files/tus/plugin.ts'
import type { UploadSpace } from '#platform/files/tus/space.ts'
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
  options: Omit<UploadsOptions, 'pool' | 'space'> &
    Pick<TusOptions, 'onFinal' | 'onJoin' | 'maxSize'> & {
      /** The folder of the uploads, or another place for them. */
      dir: string
      space?: UploadSpace
      reserveBytes?: number
      database: pg.PoolConfig
      port?: number
    },
): Promise<TestTusServer> => {
  const { database, onFinal, onJoin, maxSize, port, dir, reserveBytes = 64 * 2 ** 20, ...others } = options
  const uploadsOptions = { ...others, space: others.space ?? new FolderSpace(dir, reserveBytes) }
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

/** Uploads in a bucket, with a disk of the process's own. */
export const bucketSpace = (settings: BucketSettings, dir: string): UploadSpace => {
  const bucket = new Bucket(settings)
  return new BucketSpace(bucket, createFiles({ dir, secret: 'unused', driver: bucket }), { dir, floor: 0 })
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
  /** Where the uploads lie if not in the folder, which is then what the process needs of its own disk. */
  bucket?: BucketSettings
}

if (process.argv[1] === import.meta.filename && process.argv[2]) {
  const { log, dieAtJoin, bucket, ...settings } = JSON.parse(process.argv[2]) as ChildSettings
  const server = await startTusServer({
    ...settings,
    ...(bucket && { space: bucketSpace(bucket, settings.dir) }),
    onFinal: async (upload) => fs.promises.appendFile(log, `${JSON.stringify(upload)}\n`),
    onJoin: ({ bytes }) => {
      if (dieAtJoin !== null && bytes >= dieAtJoin) process.kill(process.pid, 'SIGKILL')
    },
  })
  process.stdout.write(`${server.endpoint}\n`)
}
