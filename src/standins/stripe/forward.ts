import http from 'node:http'
import type { FastifyInstance } from 'fastify'

/** The same pages, fetched from the process that has the state. */
export function pagesFrom(port: number) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const paths = ['/page.css', '/pay/:id', '/onboarding/:id']
    for (const url of paths)
      app.route({
        method: url === '/page.css' ? 'GET' : ['GET', 'POST'],
        url,
        handler(request, reply) {
          reply.hijack()
          const outgoing = http.request(
            {
              host: '127.0.0.1',
              port,
              method: request.method,
              path: request.url.slice(app.prefix.length),
              headers: { ...request.headers, host: `127.0.0.1:${port}` },
              agent: false,
            },
            (answer) => {
              reply.raw.writeHead(answer.statusCode ?? 502, answer.headers)
              answer.pipe(reply.raw)
            },
          )
          outgoing.on('error', () => {
            if (!reply.raw.headersSent) reply.raw.writeHead(502, { 'content-type': 'text/plain' })
            reply.raw.end('The process that keeps the payments has ended. Start it again.')
          })
          request.raw.pipe(outgoing)
          return reply
        },
      })
  }
}
