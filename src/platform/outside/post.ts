import type http from 'node:http'
import { AddressError, type Lookup, openGuarded } from './guarded.ts'

/** Why a call has no answer. */
export type PostProblem = 'address' | 'timeout' | 'no_answer'

export type PostAnswer =
  | { problem: null; status: number; headers: http.IncomingHttpHeaders; body: string; milliseconds: number }
  | { problem: PostProblem; detail: string; milliseconds: number }

type PostOptions = {
  headers: Readonly<Record<string, string>>
  body: string
  networks: readonly string[]
  /** The whole call, answer included. */
  timeout_ms: number
  lookup?: Lookup | undefined
}

/** As much of an answer as is kept; the rest is not read. */
const KEPT_BYTES = 4_096

const readStart = async (answer: http.IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= KEPT_BYTES) break
  }
  answer.destroy()
  // NUL is no character of a text in the database.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd')
}

/** What an error of Node says, such as ECONNREFUSED; those of several addresses carry it inside. */
const codeOf = (error: unknown): string => {
  const { code, errors, message } = error as { code?: string; errors?: { code?: string }[]; message?: string }
  return code ?? errors?.[0]?.code ?? message ?? 'unknown'
}

/**
 * Posts to an address that somebody named, within a time for the whole call. Redirects are not followed, and only the public
 * internet and the listed networks are reached. Never rejects.
 */
export const post = async (url: URL, options: PostOptions): Promise<PostAnswer> => {
  const { headers, body, networks, timeout_ms: timeoutMs, lookup } = options
  const begun = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const elapsed = () => Math.round(performance.now() - begun)
  try {
    const answer = await openGuarded(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...{ body, networks, signal },
      ...(lookup && { lookup }),
    })
    const { statusCode: status = 0, headers: answered } = answer
    return { problem: null, status, headers: answered, body: await readStart(answer), milliseconds: elapsed() }
  } catch (error) {
    const problem = error instanceof AddressError ? 'address' : signal.aborted ? 'timeout' : 'no_answer'
    return { problem, detail: codeOf(error), milliseconds: elapsed() }
  }
}
