import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { endpoint } from '#kernel/endpoint.ts'
import { AppError, fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { storageOf } from '#platform/files/portal-storage.ts'
import { ownerOf, portalOf } from '#platform/files/tus/owner.ts'
import { tusPlugin } from '#platform/files/tus/plugin.ts'
import type { UploadSpace } from '#platform/files/tus/space.ts'
import { type FinishedUpload, openUploads, type Uploads } from '#platform/files/tus/uploads.ts'
import {
  callerOf,
  type Resolvers,
  requireOpenPortal,
  requirePermission,
  selectPortal,
  sessionTokenOf,
  withSecondFactor,
} from '#platform/http/context.ts'
import { CSRF_COOKIE, CSRF_HEADER, csrfFault, isCsrfValid } from '#platform/http/csrf.ts'
import { API_BASE } from '#platform/http/server.ts'
import type { Bus } from '#platform/live/bus.ts'
import { onChange } from '#platform/live/changes.ts'
import { VIEWER_CHANGED } from '#platform/live/viewers.ts'
import type { Config } from '#platform/process/config.ts'
import { receiveUpload } from '../actions/receive-upload.ts'

/** The address and the audience of uploads; the protocol itself answers, so this is not a regular call. */
const tus = endpoint({
  method: 'POST',
  path: '/tus',
  permission: 'courses.update',
  summary: 'Resumable upload of a package (tus 1.0.0)',
  takes: 'raw',
})

/**
 * The resumable uploads, in the bucket of the files or a folder, with locks that hold between processes. The locks live on connections of their own,
 * which reach PostgreSQL directly. The caller closes it.
 */
export const openPackageUploads = (
  config: Pick<Config, 'UPLOAD_MAX_BYTES'>,
  database: pg.PoolConfig,
  db: Db,
  space: UploadSpace,
  onError?: (error: Error) => void,
): Uploads => {
  const pool = new pg.Pool({ ...database, max: 2, pipeline: true } as pg.PoolConfig)
  pool.on('error', () => {})
  const uploads = openUploads({
    space,
    pool,
    maxSize: config.UPLOAD_MAX_BYTES,
    storageOf: async (owner) => {
      const portalId = portalOf(owner)
      const storage = await db.withPortal(portalId, (tx) => storageOf(tx, portalId), 'read only')
      return { ...storage, prefix: ownerOf(portalId, '') }
    },
    ...(onError && { onError }),
  })
  return {
    ...uploads,
    close: async () => {
      await uploads.close()
      await pool.end()
    },
  }
}

export type PackageUploadsOptions = {
  config: Config
  db: Db
  bus: Bus
  uploads: Uploads
  resolvers: Resolvers
  now: () => Date
  /** Receivers of uploads that name their purpose; all others are packages to unpack here. */
  receivers?: Record<string, (db: Db, upload: FinishedUpload, now: Date) => Promise<void>>
  /** The extensions that a purpose takes, if they are not those of archives. */
  extensionsFor?: Readonly<Record<string, readonly string[]>>
}

/**
 * Takes package uploads at `/api/v1/tus` (UPL-020, UPL-021) from people who may edit courses in their current role. An
 * upload is visible only to the person who makes it, in the portal in which they act; changes need the CSRF token
 * (API-003).
 */
export const packageUploads = async (app: FastifyInstance, options: PackageUploadsOptions): Promise<void> => {
  const { config, db, bus, uploads, resolvers, now, receivers = {}, extensionsFor = {} } = options

  const requireCsrf = (request: FastifyRequest): void => {
    const header = request.headers[CSRF_HEADER]
    const token = Array.isArray(header) ? header[0] : header
    if (!isCsrfValid(config.secret, sessionTokenOf(request), request.cookies[CSRF_COOKIE], token))
      throw csrfFault(Boolean(token))
  }

  /** Who uploads, in which portal; throws for everybody who may not, or may not any more. */
  const uploaderOf = async (request: FastifyRequest) => {
    if (request.is_content_host) throw fail('not_found')
    const hostPortal = request.host_portal
    if (!hostPortal) throw fail('portal_not_found')
    const { viewer: caller, isToken } = await callerOf(request, hostPortal, resolvers)
    const viewer = withSecondFactor(tus, caller)
    if (request.method !== 'HEAD' && !isToken) requireCsrf(request)
    const portal = await selectPortal(request, hostPortal, viewer, tus, resolvers)
    requireOpenPortal(portal, viewer, tus)
    requirePermission(tus, viewer, portal)
    if (!viewer) throw fail('unauthorized')
    return { portal_id: portal.id, user_id: viewer.user_id }
  }

  // Bytes may arrive for hours after their request was allowed: it ends when its person may not upload any more (PRV-009).
  const running = new Map<FastifyRequest, number>()
  const recheck = (userId: number | null) => {
    for (const [request, of] of running)
      if (userId === null || of === userId)
        uploaderOf(request).catch((error: unknown) => {
          if (error instanceof AppError) request.raw.destroy()
          else request.log.error({ err: error }, 'an upload that is running could not be checked')
        })
  }
  onChange(db, bus, VIEWER_CHANGED, (message) => recheck((message as { user_id: number }).user_id))
  bus.onReconnect(() => recheck(null))

  const authorize = async (request: FastifyRequest): Promise<string> => {
    const { portal_id: portalId, user_id: userId } = await uploaderOf(request)
    running.set(request, userId)
    request.raw.once('close', () => running.delete(request))
    return ownerOf(portalId, userId)
  }

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  })
  // Like every other call: people behind one address do not count for each other (API-020).
  app.addHook('onRequest', async (request) => {
    const { host_portal: portal } = request
    const caller = portal && (await callerOf(request, portal, resolvers).catch(() => null))
    await app.callLimit.count(request, caller?.viewer ?? null)
  })
  await app.register(tusPlugin, {
    base: `${API_BASE}${tus.path}`,
    uploads,
    authorize,
    onFinal: (upload) => {
      const receive =
        upload.purpose !== null && Object.hasOwn(receivers, upload.purpose) ? receivers[upload.purpose] : null
      return (receive ?? receiveUpload)(db, upload, now())
    },
    maxSize: config.UPLOAD_MAX_BYTES,
    extensionsFor,
    // Cleaning is a job, so that only one process does it.
    expireEveryMs: 0,
  })
}
