import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { encoded, requestIn, samlIdp, signOutQuery } from './saml-idp.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const attribute = (xml: string, name: string) => new RegExp(`${name}="([^"]+)"`).exec(xml)?.[1] ?? ''

/**
 * A SAML provider with a site of its own, where one person is signed in already: it answers at once, by a form. Who comes to
 * sign out is sent back to `portal`; its page `/out` signs the person out there.
 */
export const startSamlServer = async (email: string, portal: string) => {
  const asked: string[] = []
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const signOut = `${portal}/api/v1/sign-on/saml/sign-out`
    if (pathname === '/out') {
      const query = await signOutQuery(idp, { destination: signOut, name_id: email })
      response.writeHead(302, { location: `${signOut}?${query}` }).end()
      return
    }
    if (pathname === '/slo') {
      const isAnswer = searchParams.has('SAMLResponse')
      if (!isAnswer) asked.push(requestIn(`${idp.issuer}${request.url}`).xml)
      response.writeHead(isAnswer ? 200 : 302, {
        'content-type': 'text/html',
        ...(!isAnswer && { location: `${signOut}?SAMLResponse=x` }),
      })
      response.end('<!doctype html><h1>You are signed out everywhere</h1>')
      return
    }
    const { xml, id, relay_state } = requestIn(`${idp.issuer}${request.url}`)
    const acs = attribute(xml, 'AssertionConsumerServiceURL')
    const audience = /Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? ''
    const answer = encoded(idp.answer({ in_response_to: id, acs, audience, name_id: email }))
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Provider</title><form method="post" action="${escaped(acs)}">
      <input type="hidden" name="SAMLResponse" value="${answer}">
      <input type="hidden" name="RelayState" value="${escaped(relay_state)}"></form>
      <script>document.forms[0].submit()</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const idp = samlIdp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    issuer: idp.issuer,
    /** The requests to sign somebody out, as XML. */
    asked,
    metadata: idp.metadata(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
