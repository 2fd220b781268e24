import type { FastifyPluginAsync } from 'fastify'
import type { EventBus } from './bus.ts'
import { faultOf, LARGEST_EVENT, LIVE_TOPIC, type LiveMessage } from './publish.ts'
import { isRequestSignature, isSocketId, type LiveCredentials } from './signature.ts'

export type PublishApiOptions = LiveCredentials & { appId: string; bus: EventBus }

const MOST_CHANNELS = 100

/** The messages of a call's body, or what is wrong with it. */
const messagesOf = (body: Buffer): LiveMessage[] | string => {
  let fields: Record<string, unknown>
  try {
    fields = Object(JSON.parse(body.toString()))
  } catch {
    return 'Invalid JSON'
  }
  const { name, data, channel, channels, socket_id } = fields
  const names: unknown[] = Array.isArray(channels) ? channels : [channel]
  if (names.length < 1 || names.length > MOST_CHANNELS) return `An event goes to 1 to ${MOST_CHANNELS} channels`
  if (socket_id !== undefined && socket_id !== null && !(typeof socket_id === 'string' && isSocketId(socket_id)))
    return 'Invalid socket id'
  const messages = names.map((one) => ({
    channel: String(one),
    event: typeof name === 'string' ? name : '',
    data,
    except: socket_id ?? undefined,
  }))
  return messages.map(faultOf).find((fault) => fault !== null) ?? messages
}

/**
 * The HTTP API by which programs outside raise events (`POST /apps/{id}/events`, as the Pusher server libraries call
 * it). Calls are checked by their signature, so register it outside sessions and CSRF. 401 for a wrong signature,
 * 404 for another app, 400 for a body that cannot be used, 413 for one too large, 503 while events cannot be sent.
 */
export const publishApi =
  ({ appId, bus, ...credentials }: PublishApiOptions): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post<{ Params: { id: string } }>(
      '/apps/:id/events',
      { bodyLimit: 2 * LARGEST_EVENT },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (request.params.id !== appId) return reply.code(404).send({ error: 'Unknown app' })
        if (!isRequestSignature(credentials, { method: request.method, url: request.url, body, now: new Date() }))
          return reply.code(401).send({ error: 'Invalid signature' })
        const messages = messagesOf(body)
        if (typeof messages === 'string') return reply.code(400).send({ error: messages })
        if (!bus.isConnected) return reply.code(503).send({ error: 'Events cannot be sent at present' })
        await Promise.all(messages.map((message) => bus.send(LIVE_TOPIC, message)))
        return {}
      },
    )
  }
