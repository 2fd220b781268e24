import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import type { Db } from '../../db/db.ts'
import { addressWithoutSecrets } from '../../process/redact.ts'

type TokenCall = { portal_id: number; user_id: number; token_name: string }
const calls = new WeakMap<FastifyRequest, TokenCall>()

/** Notes that a call carries a token; `recordTokenCalls` writes it down once it is answered. */
export const noteTokenCall = (request: FastifyRequest, portalId: number, viewer: Viewer): void => {
  const { user_id, token_name } = viewer
  if (token_name !== undefined) calls.set(request, { portal_id: portalId, user_id, token_name })
}

/** Writes down every answered call that carried a token, with its status (INT-020); its caller does not wait for that. */
export const recordTokenCalls = (api: FastifyInstance, db: Db, now: () => Date): void => {
  api.addHook('onResponse', async (request, reply) => {
    const call = calls.get(request)
    if (!call) return
    const [path = ''] = addressWithoutSecrets(request.url).split('?')
    const row = { ...call, method: request.method, path, status: reply.statusCode, created_at: now() }
    await db
      .withPortal(call.portal_id, (tx) => tx.insertInto('api_calls').values(row).execute())
      .catch((error: unknown) => request.log.error({ err: error }, 'a call with a token could not be written down'))
  })
}
