import type { CustomFetch } from 'openid-client'
import { openGuarded } from '#platform/outside/guarded.ts'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1 << 20

const bodyOf = (body: unknown): string | undefined => {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A provider is sent texts only')
}

/**
 * `fetch` for the addresses of a provider, which an admin named: the public internet and the listed networks alone, whatever a
 * name leads to, no redirects, and no more bytes or time than such an answer takes (INT-022).
 */
export const guardedFetch =
  (networks: readonly string[]): CustomFetch =>
  async (address, { method, headers, body }) => {
    const text = bodyOf(body)
    const answer = await openGuarded(new URL(address), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }) },
      ...(text !== undefined && { body: text }),
      networks,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MOST_BYTES) {
        answer.destroy()
        throw new Error('The answer is too long')
      }
      chunks.push(chunk)
    }
    const status = answer.statusCode ?? 502
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : Buffer.concat(chunks), {
      status,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
      ),
    })
  }
