import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { showHealth } from '#platform/http/health.ts'
import { API_BASE } from '#platform/http/server.ts'
import type { HttpsAnswer } from '../rules/https-record.ts'
import type { HttpsState } from '../rules/record.ts'

/** Where the web server in front answers, and further authorities that it may have certificates of. */
export type WebServer = { addresses: readonly string[]; port: number; authorities: readonly string[] }

/** A web server that gets a certificate for the first time needs several seconds. */
const TIMEOUT_MS = 20_000

const STATES: Record<string, HttpsState> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_host',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
}
type TlsError = NodeJS.ErrnoException & { cert?: { subjectaltname?: string } }

const answerOf = ({ code = '', cert }: TlsError): HttpsAnswer => ({
  state: STATES[code] ?? 'no_certificate',
  found: cert?.subjectaltname?.replaceAll('DNS:', '').split(', ') ?? [],
})

const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, done) => {
    const lookups = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = lookups
    if (!first) done(Object.assign(new Error('no address'), { code: 'EHOSTUNREACH' }), '')
    else if (all) done(null, lookups)
    else done(null, first.address, first.family)
  }

/** Opens a name as a browser does, at the web server in front, and says why a browser would not (PRT-110). */
export const openByHttps = (
  name: string,
  { addresses, port, authorities }: WebServer,
  timeoutMs = TIMEOUT_MS,
): Promise<HttpsAnswer> =>
  new Promise((resolve) => {
    const request = https.get({
      host: name,
      port,
      path: API_BASE + showHealth.path,
      headers: { host: name },
      lookup: lookupOf(addresses),
      ca: [...tls.getCACertificates('default'), ...authorities],
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.on('response', (response) => {
      response.resume()
      const { statusCode = 0 } = response
      // A proxy that does not reach the program.
      resolve(
        [502, 504].includes(statusCode)
          ? { state: 'refused', found: [`HTTP ${statusCode}`] }
          : { state: null, found: [] },
      )
    })
    request.on('error', (error: TlsError) =>
      resolve(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? { state: 'timeout', found: [] }
          : answerOf(error),
      ),
    )
  })
