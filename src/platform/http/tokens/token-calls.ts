import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import type { Db } from '../../db/db.ts'
import { addressWithoutSecrets } from '../../process/redact.ts'

/** Rows of a bulk call whose errors are kept. */
const MOST_ROWS = 50

/** What a call that failed answered, or what was refused in one that went through. */
type CallError = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  refused?: number
  rows?: { row: number; code: string; message: string }[]
}
type TokenCall = {
  portal_id: number
  user_id: number | null
  portal_token_id: number | null
  token_name: string
  error?: CallError
}
const calls = new WeakMap<FastifyRequest, TokenCall>()

/** Notes that a call carries a token; `recordTokenCalls` writes it down once it is answered. */
export const noteTokenCall = (request: FastifyRequest, portalId: number, viewer: Viewer): void => {
  const { user_id, token_name, portal_token } = viewer
  if (token_name === undefined) return
  calls.set(request, {
    portal_id: portalId,
    user_id: portal_token ? null : user_id,
    portal_token_id: portal_token?.id ?? null,
    token_name,
  })
}

/** Notes the error that a call answers. Its texts are those of the catalog, without what was sent. */
export const noteTokenError = (request: FastifyRequest, { code, message, errors }: CallError): void => {
  const call = calls.get(request)
  if (call) call.error = { ...(code && { code }), ...(message && { message }), ...(errors && { errors }) }
}

type RowResult = { row: number; error: { code: string; message: string } | null }

/** Notes which rows of a bulk call were refused. */
export const noteTokenAnswer = (request: FastifyRequest, body: unknown): void => {
  const call = calls.get(request)
  const { data, meta } = (body ?? {}) as { data?: RowResult[]; meta?: { refused?: number } }
  if (!call || !meta?.refused || !Array.isArray(data)) return
  const rows = data.flatMap(({ row, error }) => (error ? [{ row, code: error.code, message: error.message }] : []))
  call.error = { refused: meta.refused, rows: rows.slice(0, MOST_ROWS) }
}

/** Writes down every answered call that carried a token, with its status (INT-020); its caller does not wait for that. */
export const recordTokenCalls = (api: FastifyInstance, db: Db, now: () => Date): void => {
  api.addHook('onResponse', async (request, reply) => {
    const call = calls.get(request)
    if (!call) return
    const { error, ...about } = call
    const [path = ''] = addressWithoutSecrets(request.url).split('?')
    const row = {
      ...about,
      method: request.method,
      path,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
      request_id: request.id,
      error: error ? JSON.stringify(error) : null,
      created_at: now(),
    }
    await db
      .withPortal(call.portal_id, (tx) => tx.insertInto('api_calls').values(row).execute())
      .catch((error: unknown) => request.log.error({ err: error }, 'a call with a token could not be written down'))
  })
}
