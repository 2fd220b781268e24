import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { makeAuthority } from './certificates.ts'

/** What goes wrong when a name is opened; by default it has a valid certificate. */
export type Trouble = 'no_certificate' | 'wrong_host' | 'untrusted' | 'expired' | 'bad_gateway' | 'timeout'

/** A web server on a free local port that has a certificate for every name, or the trouble set for it. */
export const startWebServer = async () => {
  const authority = makeAuthority()
  const stranger = makeAuthority('A stranger')
  const troubles = new Map<string, Trouble>()
  const opened: string[] = []
  const credentials = (name: string) => {
    const trouble = troubles.get(name)
    if (trouble === 'wrong_host') return authority.issue(['other.web-server-tests.com'])
    if (trouble === 'untrusted') return stranger.issue([name])
    if (trouble === 'expired') return authority.issue([name], new Date(Date.now() - 86_400_000))
    return authority.issue([name])
  }
  const server = https.createServer(
    {
      SNICallback: (name, done) => {
        opened.push(name)
        const trouble = troubles.get(name)
        if (trouble === 'timeout') return
        if (trouble === 'no_certificate') done(new Error('no certificate'))
        else done(null, tls.createSecureContext(credentials(name)))
      },
    },
    ({ headers }, reply) => {
      const isAway = troubles.get(headers.host?.replace(/:\d+$/, '') ?? '') === 'bad_gateway'
      reply.writeHead(isAway ? 502 : 200).end()
    },
  )
  // Some tests expect a failing handshake.
  server.on('tlsClientError', () => {})
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const set = (name: string, trouble: Trouble | null) => {
    if (trouble) troubles.set(name, trouble)
    else troubles.delete(name)
  }
  const control = http.createServer((request, reply) => {
    const [, name = '', trouble = ''] = (request.url ?? '').split('/')
    set(name, (trouble || null) as Trouble | null)
    reply.writeHead(204).end()
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  return {
    /** `127.0.0.1:port`, in the form of HTTPS_CHECK. */
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: (server.address() as AddressInfo).port,
    /** The certificate of its authority, in the form of HTTPS_CHECK_CA. */
    authority: authority.certificate,
    /** The names opened so far. */
    opened,
    set,
    /** The address where other processes change it: `PUT /<name>/<trouble>`, without a trouble for a valid certificate. */
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        control.close()
        server.close(() => resolve())
      }),
  }
}
