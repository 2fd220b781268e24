import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFromHere } from '../http/requests/from-here.ts'
import type { Config } from '../process/config.ts'
import { isSame } from '../secrets.ts'
import type { Metrics } from './metrics.ts'

type Options = { config: Pick<Config, 'METRICS_SECRET'>; metrics: Metrics }

const PER_MINUTE = 120

const bearerOf = ({ headers }: FastifyRequest): string => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/**
 * `GET /metrics` for Prometheus, under every host name. With a secret only who knows it is answered, from wherever;
 * without one only a program on this machine. Everybody else gets 404 (OPS-045).
 */
export const metricsPage = async (app: FastifyInstance, { config, metrics }: Options): Promise<void> => {
  const { METRICS_SECRET: secret } = config
  const mayAsk = (request: FastifyRequest) => (secret ? isSame(bearerOf(request), secret) : isFromHere(request))
  app.get(
    '/metrics',
    { config: { is_portal_free: true, rateLimit: { max: PER_MINUTE, keyGenerator: ({ ip }) => `metrics ${ip}` } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!mayAsk(request)) return reply.code(404).type('text/plain').send('Not found\n')
      return reply.type(metrics.content_type).send(await metrics.text())
    },
  )
}
