// Calls through the balancer, by the people who make them: those who must not see an error, and those who repeat a call
// that was lost with a killed process, as the screens and the payment provider do.
import http from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { type Api, createApi } from '#kernel/client.ts'
import { headersOf, type TestApp, type TestPerson, type TestPortal } from '../api.ts'

/** What the balancer answers where a process has gone with a call. */
const LOST = new Set([502, 503])
/** Longer than the start of a process takes on a busy machine. */
const TIMEOUT_MS = 60_000
const PAUSE_MS = 50

/** Where the balancer is: a port of this machine, or an address with HTTPS and the authority of its certificates. */
export type Door = number | { address: string; port: number; ca: string }
type Answer = { status: number; body: string; headers: http.IncomingHttpHeaders }
export type Sent = { method: string; path: string; headers: Record<string, string>; body?: string | undefined }

const requestTo = (door: Door, options: https.RequestOptions, onAnswer: (answer: http.IncomingMessage) => void) => {
  if (typeof door === 'number') return http.request({ ...options, host: '127.0.0.1', port: door }, onAnswer)
  const { address, port, ca } = door
  const servername = String((options.headers as Record<string, string>)['host'])
  return https.request({ ...options, host: address, port, ca, servername }, onAnswer)
}

export const sendTo = (door: Door, { method, path, headers, body }: Sent, agent?: http.Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = requestTo(door, { method, path, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: answer.headers }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })

/** The calls of somebody who thinks before each, and leaves the processor to the processes that start. */
export const thinking = (api: Api, milliseconds: number): Api => ({
  ...api,
  call: (async (...args: Parameters<Api['call']>) => {
    await delay(milliseconds)
    return api.call(...args)
  }) as Api['call'],
})

export const balancedCalls = (t: TestApp, door: Door) => {
  const agent = typeof door === 'number' ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true })
  let repeats = 0
  let calls = 0

  /** Sends until a process has answered. */
  const sendUntilAnswered = async (sent: Sent): Promise<Answer> => {
    const start = performance.now()
    for (;;) {
      const answer = await sendTo(door, sent, agent)
      calls++
      if (!LOST.has(answer.status)) return answer
      if (performance.now() - start > TIMEOUT_MS) throw new Error(`${sent.method} ${sent.path}: nobody answered`)
      repeats++
      await delay(PAUSE_MS)
    }
  }
  const sendOnce = async (sent: Sent): Promise<Answer> => {
    calls++
    return sendTo(door, sent, agent)
  }

  const apiOf = (who: TestPerson | TestPortal, send: (sent: Sent) => Promise<Answer>): Api =>
    createApi(async ({ method, url, headers, body }) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
      const own = headersOf(t.config, who)
      // Over HTTPS the session has another name.
      const cookie = typeof door === 'number' ? own.cookie : own.cookie.replace('; session=', '; __Host-session=')
      const all = { ...own, cookie, ...(headers as Record<string, string>), ...type }
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
