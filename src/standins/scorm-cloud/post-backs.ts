import http from 'node:http'
import { present, type Registration, type State } from './state.ts'

/** A message that was posted or is due. */
export type Message = { registration_id: string; url: string; headers: Record<string, string>; body: string }

const MOST_TRIES = 70
const ANSWER_MS = 10_000

/** Posts a message. Names below `.localhost` are loopback addresses, which Node's resolver does not know. */
export const post = ({ url, headers, body }: Message): Promise<number> => {
  const { hostname, host, port, pathname, search } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: isLocal ? '127.0.0.1' : hostname,
        port,
        path: pathname + search,
        method: 'POST',
        headers: { host, 'content-length': Buffer.byteLength(body), ...headers },
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * The messages to the product. They carry no signature but the name and password that the registration was made with; 4xx
 * and 5xx answers are tried again up to 70 times, as the service does.
 */
export const createPostBacks = (state: State) => {
  const sent: Message[] = []
  const timers = new Set<NodeJS.Timeout>()
  let isHeld = false

  const messageOf = (registration: Registration): Message | null => {
    const back = registration.post_back
    if (!back) return null
    const course = state.courses.find(({ id }) => id === registration.course_id)
    const basic = Buffer.from(`${back.userName ?? ''}:${back.password ?? ''}`).toString('base64')
    return {
      registration_id: registration.id,
      url: back.url,
      headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Basic ${basic}` },
      body: JSON.stringify(present(registration, course)),
    }
  }

  const attempt = async (message: Message, tries: number): Promise<void> => {
    const status = await post(message).catch(() => 0)
    if ((status >= 200 && status < 400) || tries >= MOST_TRIES) return
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        void attempt(message, tries + 1)
      },
      Math.min(3_600_000, 1000 * 2 ** tries),
    )
    timers.add(timer.unref())
  }

  return {
    /** Every message so far, oldest first, sent or held. */
    sent,
    /** Holds messages; the test posts them itself, in any order. */
    hold: (is: boolean) => {
      isHeld = is
    },
    /** Posts the state of a registration to the product; resolves after the first attempt. */
    tell: async (registration: Registration): Promise<void> => {
      const message = messageOf(registration)
      if (!message) return
      sent.push(message)
      if (!isHeld) await attempt(message, 0)
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
export type PostBacks = ReturnType<typeof createPostBacks>
