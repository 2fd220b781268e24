import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { isReachable } from './networks.ts'

/** Why a file could not be fetched. */
export type FetchFault = 'address' | 'no_answer' | 'refused' | 'too_large'

export class FetchError extends Error {
  override name = 'FetchError'
  readonly fault: FetchFault
  constructor(fault: FetchFault) {
    super(fault)
    this.fault = fault
  }
}

type Options = {
  /** Networks besides the public internet. */
  networks?: readonly string[]
  max_bytes: number
  accept: string
}

const PATIENCE_MS = 10_000
const MOST_REDIRECTS = 4
const PORTS = new Set(['', '80', '443'])

/** Looks a name up for the connection that is about to be made, so that what was checked is what is opened. */
const lookupWithin =
  (networks: readonly string[]): net.LookupFunction =>
  (name, options, done) => {
    dns.lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const open = addresses.filter(({ address }) => isReachable(address, networks))
      const [first] = open
      if (!first || open.length < addresses.length) return done(new FetchError('address'), '')
      if (options.all) return done(null, open)
      return done(null, first.address, first.family)
    })
  }

const requireOpen = (url: URL, networks: readonly string[]) => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLiteral = net.isIP(host) !== 0
  const isListed = isLiteral && networks.length > 0 && isReachable(host, networks) && !isReachable(host)
  const isPlain = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || (isLiteral && !isReachable(host, networks)) || (!PORTS.has(url.port) && !isListed))
    throw new FetchError('address')
}

const open = (url: URL, { networks = [], accept }: Options, signal: AbortSignal) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const { get } = url.protocol === 'https:' ? https : http
    get(url, { lookup: lookupWithin(networks), headers: { accept }, agent: false, signal }, resolve).on('error', reject)
  })

const readAll = async (answer: http.IncomingMessage, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) {
      answer.destroy()
      throw new FetchError('too_large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const follow = async (
  url: URL,
  options: Options,
  signal: AbortSignal,
  redirects: number,
): Promise<{ bytes: Buffer; url: URL }> => {
  requireOpen(url, options.networks ?? [])
  const answer = await open(url, options, signal)
  const { statusCode = 0, headers } = answer
  if (statusCode === 200) return { bytes: await readAll(answer, options.max_bytes), url }
  answer.resume()
  const next = statusCode >= 300 && statusCode < 400 && headers.location
  if (!next || redirects === 0 || !URL.canParse(next, url)) throw new FetchError('refused')
  return follow(new URL(next, url), options, signal, redirects - 1)
}

/**
 * Fetches a file from an address that somebody named, without anything of theirs: no cookies, no inner networks, whatever the
 * name is looked up as or redirects to, and no more bytes or time than a file of that kind takes. Throws a FetchError.
 */
export const fetchFile = async (address: string, options: Options): Promise<{ bytes: Buffer; url: URL }> => {
  if (!URL.canParse(address)) throw new FetchError('address')
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await follow(new URL(address), options, signal, MOST_REDIRECTS)
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError('no_answer')
  }
}
