import type http from 'node:http'
import { AddressError, isListed, openGuarded } from './guarded.ts'

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

const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 4
const PORTS = new Set(['', '80', '443'])

const requirePort = (url: URL, networks: readonly string[]) => {
  if (!PORTS.has(url.port) && !isListed(url, networks)) throw new AddressError()
}

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
  const { networks = [], accept } = options
  requirePort(url, networks)
  const answer = await openGuarded(url, { method: 'GET', headers: { accept }, networks, signal })
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
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await follow(new URL(address), options, signal, MOST_REDIRECTS)
  } catch (error) {
    if (error instanceof AddressError) throw new FetchError('address')
    throw error instanceof FetchError ? error : new FetchError('no_answer')
  }
}
