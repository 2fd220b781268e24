import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PortalContext } from '#kernel/context.ts'
import type { Db } from '#platform/db/db.ts'
import { isFromHere } from '#platform/http/requests/from-here.ts'
import type { Config } from '#platform/process/config.ts'
import { isSame } from '#platform/secrets.ts'
import { isAwaitingCertificate } from './store.ts'

type Options = {
  config: Pick<Config, 'CONTENT_ORIGIN' | 'TLS_ASK_SECRET'>
  portalByHost: (host: string) => Promise<PortalContext | null>
  db: Db
}
type Question = FastifyRequest<{ Querystring: { domain?: unknown; token?: unknown } }>

const PER_MINUTE = 600

/** Only the web server on this machine asks, or one that knows the secret (OPS-010). */
const mayAsk = (question: Question, secret: string | undefined): boolean => {
  const { token } = question.query
  return (secret !== undefined && typeof token === 'string' && isSame(token, secret)) || isFromHere(question)
}

/** `GET /internal/tls-allowed?domain=`: whether the web server in front may get a certificate for this host (OPS-010). */
export const tlsAllowed = async (app: FastifyInstance, { config, portalByHost, db }: Options): Promise<void> => {
  const contentHost = config.CONTENT_ORIGIN ? new URL(config.CONTENT_ORIGIN).hostname : null
  const isOurs = async (domain: string): Promise<boolean> => {
    const host = domain.toLowerCase().replace(/\.$/, '')
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) || host.length > 253) return false
    if (contentHost !== null && (host === contentHost || host.endsWith(`.${contentHost}`))) return true
    const main = host.replace(/^content\./, '')
    if ((await portalByHost(main)) !== null) return true
    return db.withPlatform((tx) => isAwaitingCertificate(tx, main), 'read only')
  }
  app.get(
    '/internal/tls-allowed',
    { config: { is_portal_free: true, rateLimit: { max: PER_MINUTE, keyGenerator: () => 'tls-allowed' } } },
    async (request: Question, reply) => {
      const { domain } = request.query
      const isAllowed = mayAsk(request, config.TLS_ASK_SECRET) && typeof domain === 'string' && (await isOurs(domain))
      return reply
        .code(isAllowed ? 200 : 404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(isAllowed ? 'yes\n' : 'no\n')
    },
  )
}
