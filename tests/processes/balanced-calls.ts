// Calls through the balancer, by the people who make them: those who must not see an error, and those who repeat a call
// that was lost with a killed process, as the screens and the payment provider do.
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, createApi } from '#kernel/client.ts'
import { headersOf, type TestApp, type TestPerson, type TestPortal } from '../api.ts'

/** What the balancer answers where a process has gone with a call. */
const LOST = new Set([502, 503])
/** Longer than the start of a process takes on a busy machine. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 50

type Answer = { status: number; body: string }
export type Sent = { method: string; path: string; headers: Record<string, string>; body?: string | undefined }

export const sendTo = (port: number, { method, path, headers, body }: Sent, agent?: http.Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end(body)
  })

export const balancedCalls = (t: TestApp, port: number) => {
  const agent = new http.Agent({ keepAlive: true })
  let repeats = 0
  let calls = 0

  /** Sends until a process has answered. */
  const sendUntilAnswered = async (sent: Sent): Promise<Answer> => {
    const start = performance.now()
    for (;;) {
      const answer = await sendTo(port, sent, agent)
      calls++
      if (!LOST.has(answer.status)) return answer
      if (performance.now() - start > PATIENCE_MS) throw new Error(`${sent.method} ${sent.path}: nobody answered`)
      repeats++
      await delay(PAUSE_MS)
    }
  }
  const sendOnce = async (sent: Sent): Promise<Answer> => {
    calls++
    return sendTo(port, sent, agent)
  }

  const apiOf = (who: TestPerson | TestPortal, send: (sent: Sent) => Promise<Answer>): Api =>
    createApi(async ({ method, url, headers, body }) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
      const all = { ...headersOf(t.config, who), ...(headers as Record<string, string>), ...type }
      const answer = await send({ method, path: `/api/v1${url}`, headers: all, body: text })
      return { status: answer.status, body: answer.body ? JSON.parse(answer.body) : null }
    })

  return {
    /** A person whose every call must be answered at the first try. */
    strict: (who: TestPerson | TestPortal) => apiOf(who, sendOnce),
    /** A person who repeats what was lost. */
    patient: (who: TestPerson | TestPortal) => apiOf(who, sendUntilAnswered),
    sendOnce,
    sendUntilAnswered,
    counts: () => ({ calls, repeats }),
    close: () => agent.destroy(),
  }
}
export type BalancedCalls = ReturnType<typeof balancedCalls>
