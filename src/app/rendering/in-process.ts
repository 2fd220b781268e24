import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import type { Transport } from '#kernel/client.ts'
import { API_BASE } from '#platform/http/server.ts'

/** What goes with every request that is made for another one: the same host, person and address. */
export const asCaller = (request: FastifyRequest): Pick<InjectOptions, 'headers' | 'remoteAddress'> => ({
  headers: {
    host: request.host,
    cookie: request.headers.cookie ?? '',
    'user-agent': request.headers['user-agent'] ?? '',
    ...(request.protocol === 'https' && { 'x-forwarded-proto': 'https' }),
  },
  remoteAddress: request.ip,
})

/** Calls made while a page is rendered go through the same routes as any other, as the same person, without the network. */
export const inProcess = (app: FastifyInstance, request: FastifyRequest): Transport => {
  const caller = asCaller(request)
  return async (call) => {
    const answer = await app.inject({
      ...caller,
      method: call.method as 'GET',
      url: `${API_BASE}${call.url}`,
      ...(call.body !== undefined && { payload: call.body as object }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : null }
  }
}
