import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { isReachable } from './networks.ts'

/** An address that may not be opened for somebody who named it. */
export class AddressError extends Error {
  override name = 'AddressError'
}

/** Looks a name up; another one than the system's only in tests. */
export type Lookup = (
  name: string,
  options: dns.LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void

/** Looks a name up for the connection that is about to be made, so that what was checked is what is opened. */
const lookupWithin =
  (networks: readonly string[], lookup: Lookup): net.LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const open = addresses.filter(({ address }) => isReachable(address, networks))
      const [first] = open
      if (!first || open.length < addresses.length) return done(new AddressError(), '')
      if (options.all) return done(null, open)
      return done(null, first.address, first.family)
    })
  }

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Whether an address names a host by its number in a network that is listed and does not belong to the public internet. */
export const isListed = (url: URL, networks: readonly string[]): boolean => {
  const host = hostOf(url)
  return net.isIP(host) !== 0 && networks.length > 0 && isReachable(host, networks) && !isReachable(host)
}

/** Whether a URL may be opened as far as it can be seen without looking its name up. */
export const isOpenable = (url: URL, networks: readonly string[]): boolean => {
  const host = hostOf(url)
  const isPlain = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  return isPlain && (net.isIP(host) === 0 || isReachable(host, networks))
}

export type GuardedRequest = {
  method: 'GET' | 'POST'
  headers: http.OutgoingHttpHeaders
  body?: string
  /** Networks besides the public internet. */
  networks: readonly string[]
  signal: AbortSignal
  lookup?: Lookup
}

/**
 * Opens a URL that somebody named, with a new connection to the address that was checked. Redirects are answers like others.
 * Rejects with an AddressError if the name leads elsewhere than to the public internet and the listed networks.
 */
export const openGuarded = (
  url: URL,
  { method, headers, body, networks, signal, lookup = dns.lookup }: GuardedRequest,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    if (!isOpenable(url, networks)) return reject(new AddressError())
    const { request } = url.protocol === 'https:' ? https : http
    const options = { method, headers, lookup: lookupWithin(networks, lookup), agent: false, signal }
    request(url, options, resolve).on('error', reject).end(body)
  })
