import type { IncomingMessage } from 'node:http'
import { Metadata, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZIP_RULE } from '#kernel/uploads/resumable-uploads.ts'
import { extensionOf } from '#kernel/uploads/uploads.ts'
import { isUploadId, type UploadOrigin, type UploadRecord } from '#platform/files/tus/records.ts'
import { asDiskFull, NO_SUCH_UPLOAD, refuseUpload, TusRefusal } from '#platform/files/tus/refusal.ts'
import { UploadStore } from '#platform/files/tus/store.ts'
import type { JoinedFile, OnFinal, Uploads } from '#platform/files/tus/uploads.ts'
import { requireStorable } from '#platform/http/storable.ts'

export interface TusOptions {
  /** The whole path at which uploads are created, for instance `/api/v1/tus`. */
  base: string
  uploads: Uploads
  /**
   * The name of the person who makes the request, or null for nobody (401). It is called for every request but OPTIONS,
   * and may throw an error with a `status` instead.
   */
  authorize: (request: FastifyRequest) => Promise<string | null> | string | null
  onFinal: OnFinal
  onJoin?: JoinedFile['onJoin']
  /** Bytes of one file; 10 GiB by default (UPL-022). */
  maxSize?: number
  /** Extensions that are taken, zip by default. */
  extensions?: readonly string[]
  /** Extensions that are taken for a purpose instead. */
  extensionsFor?: Readonly<Record<string, readonly string[]>>
  /** How often expired uploads are deleted; 0 leaves that to somebody else. */
  expireEveryMs?: number
}

const VERSION = '1.0.0'
const EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,termination,expiration,concatenation'
const PATCH_TYPE = 'application/offset+octet-stream'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const parseMetadata = (text: string | undefined): UploadRecord['metadata'] => {
  if (text === undefined || text.trim() === '') return {}
  try {
    const metadata = Metadata.parse(text)
    requireStorable(metadata)
    return metadata
  } catch {
    return refuseUpload(400, 'Upload-Metadata cannot be read.')
  }
}

/** What went wrong as an answer; failures of ours say nothing about themselves. */
const answerOf = (error: unknown): { status_code: number; body: string } => {
  if (error instanceof TusRefusal) return error
  const full = asDiskFull(error)
  if (full) return full
  const { status_code, body, status, message } = error as Partial<TusRefusal & { status: number }>
  // The server's own word for a request that had to give up its lock, which is worth a repetition.
  if (status_code === 400 && body?.startsWith('Request aborted')) return new TusRefusal(423, 'The upload is locked.')
  // It calls a missing header forbidden.
  if (status_code === 403) return { status_code: 400, body: body ?? '' }
  if (status_code !== undefined && status_code < 500) return { status_code, body: body ?? '' }
  if (status !== undefined && status >= 400 && status < 500) return new TusRefusal(status, message ?? '')
  return new TusRefusal(503, 'The upload cannot be taken at the moment. Please try again later.')
}

/**
 * A tus 1.0.0 server that joins parts (UPL-020, UPL-021, UPL-023): zip only, at most 10 GiB, every upload visible only
 * to its owner, locks that work between processes. Refusals that a retry would not change are 4xx (UPL-026, UPL-029).
 * Register it without a prefix.
 */
export const tusPlugin = async (app: FastifyInstance, options: TusOptions): Promise<void> => {
  const { base, uploads, authorize, onFinal, onJoin, maxSize = ZIP_RULE.maxSize } = options
  const { extensions: usual = ZIP_RULE.extensions as readonly string[], extensionsFor = {} } = options
  const store = new UploadStore(uploads)
  const origins = new WeakMap<IncomingMessage, UploadOrigin>()

  const tus = new Server({
    path: base,
    datastore: store,
    locker: uploads.locker,
    maxSize,
    relativeLocation: true,
    allowedOrigins: () => false,
    async onUploadCreate(request, upload) {
      const message = request.runtime?.node?.req as IncomingMessage | undefined
      const origin = message ? origins.get(message) : undefined
      if (!origin) throw new Error('An upload without an owner')
      store.announce(upload.id, origin, () => message?.socket.destroyed === true)
      return {}
    },
    async onUploadFinish(_request, upload) {
      await uploads.finish(upload.id, onFinal)
      return {}
    },
    onResponseError: (_request, error) => {
      const answer = answerOf(error)
      if (answer.status_code >= 500) app.log.error({ err: error }, 'an upload failed')
      return answer
    },
  })

  const refuse = (reply: FastifyReply, error: unknown) => {
    const { status_code, body } = answerOf(error)
    if (status_code >= 500) app.log.error({ err: error }, 'an upload failed')
    return reply.code(status_code).type('text/plain; charset=utf-8').send(body)
  }

  /** Lets the tus server answer, with the headers that were set before. */
  const handOn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    try {
      await tus.handle(request.raw, reply.raw)
    } catch (error) {
      app.log.error({ err: error }, 'an upload failed')
      reply.raw.destroy()
    }
  }

  const requireName = (metadata: UploadRecord['metadata']): void => {
    const purpose = metadata?.purpose ?? ''
    const extensions = Object.hasOwn(extensionsFor, purpose) ? (extensionsFor[purpose] ?? []) : usual
    if (!extensions.includes(extensionOf(metadata?.filename ?? '')))
      refuseUpload(415, `Only ${extensions.map((extension) => `.${extension}`).join(', ')} files are taken.`)
  }

  const partIds = (list: string): string[] =>
    list
      .trim()
      .split(/\s+/)
      .map((address) => {
        const { pathname } = URL.canParse(address, 'http://local') ? new URL(address, 'http://local') : { pathname: '' }
        const id = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1) : ''
        return isUploadId(id) ? id : refuseUpload(400, 'Upload-Concat names something that is no part.')
      })

  const create = async (request: FastifyRequest, reply: FastifyReply, owner: string) => {
    const concat = header(request, 'upload-concat')
    const metadata = parseMetadata(header(request, 'upload-metadata'))
    if (concat?.startsWith('final;')) {
      if (header(request, 'upload-length') !== undefined)
        refuseUpload(400, 'Upload-Length has no place where parts are joined.')
      requireName(metadata)
      const id = await uploads.concatenate(owner, partIds(concat.slice(6)), { metadata, maxSize, onFinal, onJoin })
      return reply.code(201).header('location', `${base}/${id}`).send()
    }
    if (concat !== undefined && concat !== 'partial') refuseUpload(400, 'Upload-Concat cannot be read.')
    const isPartial = concat === 'partial'
    if (!isPartial) requireName(metadata)
    origins.set(request.raw, { owner, is_partial: isPartial })
    return handOn(request, reply)
  }

  /** Offset and length, and what the upload is made of. An upload that is still being joined has no offset yet. */
  const describe = (reply: FastifyReply, record: UploadRecord, offset: number | null) => {
    reply.code(200).header('cache-control', 'no-store')
    if (offset !== null) reply.header('upload-offset', offset)
    if (record.size !== undefined) reply.header('upload-length', record.size)
    if (record.metadata && Object.keys(record.metadata).length > 0)
      reply.header('upload-metadata', Metadata.stringify(record.metadata))
    return reply.send()
  }

  const head = async (request: FastifyRequest, reply: FastifyReply, record: UploadRecord) => {
    const { id, parts } = record
    if (record.is_partial) reply.header('upload-concat', 'partial')
    if (parts) reply.header('upload-concat', `final;${parts.map((part) => `${base}/${part.id}`).join(' ')}`)
    // The bytes of a joined part and of a released file are elsewhere or gone; both are complete.
    if (record.finished_at || record.joined_into !== undefined) return describe(reply, record, record.size ?? 0)
    if (parts) return describe(reply, record, null)
    const isWhole = record.size !== undefined && (await uploads.bytesOf(record)) === record.size
    if (record.is_partial || !isWhole) return handOn(request, reply)
    // A receiver that failed or died before is called again.
    await uploads.finish(id, onFinal)
    return describe(reply, record, record.size ?? 0)
  }

  const patch = async (request: FastifyRequest, reply: FastifyReply, record: UploadRecord) => {
    if (header(request, 'content-type') !== PATCH_TYPE) refuseUpload(415, `The body must be ${PATCH_TYPE}.`)
    if (record.finished_at || record.parts || record.joined_into !== undefined)
      refuseUpload(403, 'Nothing can be added to this upload.')
    return handOn(request, reply)
  }

  const requireVersion = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('tus-resumable', VERSION)
    if (header(request, 'tus-resumable') === VERSION) return
    reply.header('tus-version', VERSION)
    refuseUpload(412, `Only tus ${VERSION} is spoken here.`)
  }

  // The body is a stream of bytes that the tus server reads itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.options(base, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': VERSION,
        'tus-version': VERSION,
        'tus-extension': EXTENSIONS,
        'tus-max-size': maxSize,
      })
      .send(),
  )

  app.post(base, async (request, reply) => {
    const owner = await authorize(request)
    try {
      requireVersion(request, reply)
      return await create(request, reply, owner ?? refuseUpload(401, 'Unauthorized'))
    } catch (error) {
      return refuse(reply, error)
    }
  })

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${base}/:id`,
    handler: async (request, reply) => {
      const owner = await authorize(request)
      try {
        requireVersion(request, reply)
        if (owner === null) return refuseUpload(401, 'Unauthorized')
        const { id } = request.params
        if (!isUploadId(id)) return refuseUpload(404, NO_SUCH_UPLOAD)
        const record = await uploads.own(id, owner)
        if (request.method === 'HEAD') return await head(request, reply, record)
        if (request.method === 'PATCH') return await patch(request, reply, record)
        await uploads.terminate(id, owner)
        return reply.code(204).send()
      } catch (error) {
        return refuse(reply, error)
      }
    },
  })

  const every = options.expireEveryMs ?? 3_600_000
  if (every > 0) {
    const expire = () =>
      void uploads.deleteExpired().catch((error) => app.log.error({ err: error }, 'expiring uploads'))
    const timer = setInterval(expire, every)
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))
  }
}
