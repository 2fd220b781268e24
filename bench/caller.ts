// Requests addresses from a server in its own process, and does as little as possible with the answers: the cost of the
// requests themselves is not measured.
import { once } from 'node:events'
import net from 'node:net'

export type Ask = {
  port: number
  host: string
  path: string
  times: number
  /** Number of parallel callers, each on its own kept connection. */
  connections: number
  /** Adds a number to each address, counting from this one. */
  from?: number
}

/** Reads one answer with a known length from a connection, as bytes. */
const readAnswer = async (socket: net.Socket): Promise<void> => {
  let missing: number | null = null
  let head = Buffer.alloc(0)
  while (missing === null || missing > 0) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    if (missing !== null) {
      missing -= chunk.length
      continue
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) continue
    const text = head.toString('latin1', 0, end)
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
    missing = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (head.length - end - 4)
  }
}

const askAll = async ({ port, host, path, times, connections, from }: Ask): Promise<void> => {
  let count = 0
  const work = async () => {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    while (count < times) {
      const address = from === undefined ? path : `${path}?first=${from + count}`
      count++
      const answered = readAnswer(socket)
      socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`)
      await answered
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
}

process.on('message', async (ask: Ask) => {
  await askAll(ask)
  process.send?.('done')
})
