// A SAML provider on this machine, for trying single sign-on and for its tests. Never part of the product.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { encoded, requestIn, samlIdp, signOutQuery } from '../../tests/single-sign-on/saml-idp.ts'

/** Attributes by the name that is typed at the sign-in; each has `email`. */
export type SamlPeople = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attribute = (xml: string, name: string) => new RegExp(`\\b${name}="([^"]+)"`).exec(xml)?.[1] ?? ''
const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
  <style>body { font: 18px/1.5 sans-serif; max-width: 320px; margin: 64px auto; padding: 0 16px }
  input, button { display: block; box-sizing: border-box; width: 100%; margin: 4px 0 16px; padding: 8px; font: inherit }</style>
  <h1>${title}</h1>${content}</html>`

const SIGN_IN = page(
  'Sign in',
  `<form method="post"><label>Name <input name="login" required autofocus></label>
  <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
)
const SIGN_OUT = page(
  'Sign out',
  '<p>Do you want to sign out here?</p><form method="post"><button>Yes, sign me out</button></form>',
)
const SIGNED_OUT = page('You are signed out', '')

const readForm = async (request: http.IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}
const cookie = (login: string) =>
  `saml-login=${encodeURIComponent(login)}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${login ? 3600 : 0}`

/**
 * Starts the provider for one portal; any password is right. It remembers who is signed in. Its key is made here, so another
 * start has another certificate.
 */
export const startSamlProvider = async ({
  port = 0,
  portal,
  people,
}: {
  port?: number
  portal: string
  people: SamlPeople
}) => {
  const signOut = `${portal}/api/v1/sign-on/saml/sign-out`
  const attributesOf = (login: string) =>
    people[login] ?? { email: [login.includes('@') ? login : `${login}@example.com`] }
  const nameOf = (login: string) => attributesOf(login)['email']?.[0] ?? login

  /** A page that sends the answer to a sign-in back to the portal. */
  const answerPage = (address: string, login: string) => {
    const { xml, id, relay_state } = requestIn(address)
    const acs = attribute(xml, 'AssertionConsumerServiceURL')
    if (!acs.startsWith(`${portal}/`)) return page('Wrong portal', `<p>This provider serves ${escaped(portal)}.</p>`)
    const audience = /Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? ''
    const attributes = attributesOf(login)
    const said = { in_response_to: id, acs, audience, name_id: nameOf(login), attributes }
    return page(
      'Signed in',
      `<form method="post" action="${escaped(acs)}"><input type="hidden" name="SAMLResponse" value="${encoded(idp.answer(said))}">
      <input type="hidden" name="RelayState" value="${escaped(relay_state)}"><button>Continue</button></form>
      <script>document.forms[0].submit()</script>`,
    )
  }
  const signedOutAnswer = (address: string) => {
    const response = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" InResponseTo="${requestIn(address).id}"/>`
    return `${signOut}?SAMLResponse=${encodeURIComponent(deflateRawSync(response).toString('base64'))}`
  }

  const signedIn = (address: string, login: string) => ({ page: login ? answerPage(address, login) : SIGN_IN, login })
  /** What a request gets: a page or an address, and who is signed in afterwards. */
  const answerTo = async (
    request: http.IncomingMessage,
    known: string,
  ): Promise<{ page?: string; location?: string; login?: string }> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const address = `http://provider${request.url}`
    const isPost = request.method === 'POST'
    if (pathname === '/sso' && searchParams.has('SAMLRequest'))
      return signedIn(address, isPost ? ((await readForm(request)).get('login') ?? '').trim() : known)
    if (pathname === '/slo' && searchParams.has('SAMLRequest')) return { location: signedOutAnswer(address), login: '' }
    if (pathname === '/session/end' && isPost && known) {
      const query = await signOutQuery(idp, { destination: signOut, name_id: nameOf(known) })
      return { location: `${signOut}?${query}`, login: '' }
    }
    if (pathname === '/session/end' && known) return { page: SIGN_OUT }
    return pathname === '/slo' || pathname === '/session/end' ? { page: SIGNED_OUT } : {}
  }

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    if (request.url === '/metadata') {
      response.setHeader('content-type', 'application/samlmetadata+xml').end(idp.metadata())
      return
    }
    const known = decodeURIComponent(/(?:^|; )saml-login=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
    const { page: html, location, login } = await answerTo(request, known)
    if (login !== undefined) response.setHeader('set-cookie', cookie(login))
    if (location) response.writeHead(303, { location }).end()
    else if (html) response.setHeader('content-type', 'text/html').end(html)
    else response.writeHead(404).end()
  }
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end('This request cannot be read.'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp = samlIdp(issuer)
  return { issuer, metadata_url: `${issuer}/metadata` }
}
