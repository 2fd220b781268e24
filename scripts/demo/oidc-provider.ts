// A real OpenID Connect provider on this machine, for trying single sign-on and for its tests. Never part of the product.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** What the provider says of a person, by the name that is typed at its sign-in. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Options = {
  port?: number
  client_id?: string
  client_secret?: string
  redirects: readonly string[]
  after_sign_out?: readonly string[]
  /** Where it posts that somebody has signed out; hosts below localhost are this machine. */
  back_channel?: string
  people: People
}

const CLAIMS = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['name', 'given_name', 'family_name', 'groups', 'manager'],
}

const listen = (server: http.Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/**
 * `fetch` for portals of this machine: their names, which not every resolver knows, and its inner addresses, to which the
 * library would not go.
 */
const fetchHere: typeof fetch = async (address, { method = 'GET', headers: sent, body } = {}) => {
  const url = new URL(String(address))
  const headers = { ...Object.fromEntries(new Headers(sent)), host: url.host }
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: url.port || 80, path: url.pathname + url.search, method, headers }
    const request = http.request(to, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(new Response(null, { status: answer.statusCode ?? 502 })))
    })
    request.on('error', reject)
    request.end(body ? String(body) : undefined)
  })
}

/** Starts the provider; any password is right. */
export const startOidcProvider = async ({
  port = 0,
  client_id = 'portico',
  client_secret = 'demo_k7Qx2vTz9LmR4wNs',
  redirects,
  after_sign_out = [],
  back_channel,
  people,
}: Options) => {
  let answer: http.RequestListener = (_request, response) => response.writeHead(503).end()
  const server = http.createServer((request, response) => answer(request, response))
  const issuer = `http://127.0.0.1:${await listen(server, port)}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: redirects,
        post_logout_redirect_uris: after_sign_out,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(back_channel && { backchannel_logout_uri: back_channel, backchannel_logout_session_required: true }),
      },
    ],
    claims: CLAIMS,
    features: { backchannelLogout: { enabled: true } },
    fetch: fetchHere,
    // Claims stand in the ID token as well, as most companies set it up.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the local provider'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 900, Session: 3600, Grant: 3600 },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(people[id] ?? { email: id.includes('@') ? id : `${id}@example.com` }) }),
    }),
  })
  answer = provider.callback()
  return {
    issuer,
    client_id,
    client_secret,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
