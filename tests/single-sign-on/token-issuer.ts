import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** An OpenID Connect provider as far as logout tokens go: it signs what it is told, and shows its public key. */
export const startTokenIssuer = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const isKeys = request.url === '/jwks'
    response.end(
      JSON.stringify(
        isKeys
          ? { keys: [key] }
          : {
              issuer,
              jwks_uri: `${issuer}/jwks`,
              authorization_endpoint: `${issuer}/auth`,
              token_endpoint: `${issuer}/token`,
            },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seconds = () => Math.floor(Date.now() / 1000)

  /** A token that is right but for what it is told. */
  const token = async (
    claims: JWTPayload = {},
    { alg = 'RS256', signer = privateKey as CryptoKey | Uint8Array } = {},
  ) => {
    const right = { iss: issuer, aud: 'portico', iat: seconds(), jti: crypto.randomUUID(), events: { [EVENT]: {} } }
    const values = Object.entries({ ...right, ...claims }).filter(([, value]) => value !== undefined)
    return new SignJWT(Object.fromEntries(values)).setProtectedHeader({ alg, kid: 'one' }).sign(signer)
  }
  return {
    issuer,
    token,
    seconds,
    public_key: publicKey,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
