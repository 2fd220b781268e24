import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: Record<string, string>; text: string; path: string }
export type Message = {
  type: string
  timestamp: string
  version: string
  subject: string
  number: number
  data: Record<string, unknown>
}

/** How a receiver answers; `hang` never does. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

/** A customer's system: a real server on this machine that writes down what it is sent. */
export type Receiver = {
  url: string
  received: Received[]
  messages: () => Message[]
  answer: (next: Answer | ((request: Received) => Answer)) => void
  /** Breaks off every call that waits for its answer. */
  hangUp: () => void
  close: () => Promise<void>
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  let answerOf: (request: Received) => Answer = () => ({ status: 204 })
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const one = { headers, text: Buffer.concat(chunks).toString('utf8'), path: request.url ?? '' }
      received.push(one)
      const answer = answerOf(one)
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/portico`,
    received,
    messages: () => received.map(({ text }) => JSON.parse(text) as Message),
    answer: (next) => {
      answerOf = typeof next === 'function' ? next : () => next
    },
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
