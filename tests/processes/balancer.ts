// A balancer as the documentation asks for one: it asks each process for its health, sends calls in turn to those that
// answer 200, and repeats on another one what cannot have done anything.
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'

const LOOK_MS = 50
const HEALTH = '/api/v1/health'

type Member = { port: number; agent: http.Agent; isIn: boolean; timer: NodeJS.Timeout | undefined }
type Call = { request: http.IncomingMessage; body: Buffer; answer: http.ServerResponse }

export type Balancer = {
  port: number
  /** Adds a process, and resolves when it is in. */
  add: (port: number) => Promise<void>
  remove: (port: number) => void
  /** Whether a process has been added and not removed. */
  has: (port: number) => boolean
  /** How many calls each process was sent, by its port. */
  sent: Map<number, number>
  close: () => Promise<void>
}

const isHealthy = ({ port }: Member) =>
  new Promise<boolean>((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: HEALTH, agent: false, timeout: 5_000 }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
      answer.on('error', () => resolve(false))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })

/** Whether the call may be made again: it has not arrived, or only reads. */
const mayRepeat = (error: unknown, method = 'GET') =>
  (error as { code?: string }).code === 'ECONNREFUSED' || ['GET', 'HEAD'].includes(method)

export const startBalancer = async (): Promise<Balancer> => {
  const members = new Map<number, Member>()
  const sent = new Map<number, number>()
  const tunnels = new Set<net.Socket>()
  let turn = 0

  const next = (tried: ReadonlySet<Member>) => {
    const able = [...members.values()].filter((member) => member.isIn && !tried.has(member))
    return able[turn++ % able.length]
  }

  const pass = (call: Call, tried: Set<Member> = new Set()): void => {
    const { request, body, answer } = call
    const member = next(tried)
    if (!member) {
      answer.writeHead(tried.size > 0 ? 502 : 503).end()
      return
    }
    tried.add(member)
    sent.set(member.port, (sent.get(member.port) ?? 0) + 1)
    const { method, url: path, headers } = request
    const forwarded = http.request(
      { host: '127.0.0.1', port: member.port, agent: member.agent, method, path, headers },
      (received) => {
        const chunks: Buffer[] = []
        received.on('data', (chunk: Buffer) => chunks.push(chunk))
        received.on('error', failed)
        received.on('end', () => {
          const { connection: _, 'transfer-encoding': __, ...kept } = received.headers
          answer.writeHead(received.statusCode ?? 502, kept).end(Buffer.concat(chunks))
        })
      },
    )
    const failed = (error: unknown) => {
      if (answer.headersSent) return
      if (mayRepeat(error, method)) pass(call, tried)
      else answer.writeHead(502).end()
    }
    forwarded.on('error', failed)
    forwarded.end(body)
  }

  // What it would close after a while could be closed just as a caller uses it again.
  const server = http.createServer({ keepAliveTimeout: 0 }, (request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => pass({ request, body: Buffer.concat(chunks), answer }))
  })
  server.on('upgrade', (request: http.IncomingMessage, socket: net.Socket) => {
    const member = next(new Set())
    if (!member) {
      socket.destroy()
      return
    }
    const behind = net.connect(member.port, '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${request.rawHeaders[at + 1]}`]))
      behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      behind.pipe(socket).pipe(behind)
    })
    for (const [one, other] of [
      [behind, socket],
      [socket, behind],
    ] as const) {
      tunnels.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        tunnels.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const remove = (port: number) => {
    const member = members.get(port)
    clearTimeout(member?.timer)
    members.delete(port)
    member?.agent.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    sent,
    add: (port) =>
      new Promise((resolve) => {
        const member: Member = { port, agent: new http.Agent({ keepAlive: true }), isIn: false, timer: undefined }
        members.set(port, member)
        const look = async () => {
          member.isIn = await isHealthy(member)
          if (member.isIn) resolve()
          if (members.get(port) === member) member.timer = setTimeout(look, LOOK_MS)
        }
        void look()
      }),
    remove,
    has: (port) => members.has(port),
    close: async () => {
      for (const port of [...members.keys()]) remove(port)
      for (const socket of tunnels) socket.destroy()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
