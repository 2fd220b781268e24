// A Redis of a test's own, which can be killed, held and started again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from './built-program.ts'

const PROGRAM = process.env['REDIS_SERVER'] ?? 'redis-server'
export const hasRedis = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0
export const HOW_TO_GET_REDIS = 'Redis is not installed (apt-get install redis-server)'

export type TestRedis = {
  url: string
  urlWith: (password: string) => string
  start: () => Promise<void>
  /** Ends it by SIGKILL. */
  kill: () => Promise<void>
  /** It accepts connections and says nothing, until `wakeUp`. */
  hang: () => void
  wakeUp: () => void
  /** Everything that is published, whichever the channel. */
  overhear: () => Promise<{ heard: string[]; close: () => void }>
  /** A way to it that a test can close for one process alone. */
  door: () => Promise<{ url: string; shut: () => void; open: () => void; close: () => void }>
}

const PASSWORD = 'the password of Redis'

export const startRedis = async (): Promise<TestRedis> => {
  const port = await freePort()
  const urlWith = (password: string, at = port) => `redis://:${encodeURIComponent(password)}@127.0.0.1:${at}`
  const url = urlWith(PASSWORD)
  let server: ChildProcess | undefined

  const answers = async () => {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.ping()
      return true
    } catch {
      return false
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = spawn(PROGRAM, [...settings, '--requirepass', PASSWORD], { stdio: 'ignore', cwd: '/tmp' })
    while (!(await answers())) {
      if (server.exitCode !== null) throw new Error(`Redis ended with ${server.exitCode}`)
      await delay(20)
    }
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    urlWith,
    start,
    kill,
    hang: () => server?.kill('SIGSTOP'),
    wakeUp: () => server?.kill('SIGCONT'),
    overhear: async () => {
      const heard: string[] = []
      const client = createClient({ url })
      client.on('error', () => {})
      await client.connect()
      await client.pSubscribe('*', (text) => heard.push(text))
      return { heard, close: () => client.destroy() }
    },
    door: async () => {
      const sockets = new Set<net.Socket>()
      let isShut = false
      const proxy = net.createServer((socket) => {
        if (isShut) return socket.destroy()
        const behind = net.connect(port, '127.0.0.1')
        for (const [one, other] of [
          [socket, behind],
          [behind, socket],
        ] as const) {
          sockets.add(one)
          one.on('error', () => other.destroy())
          one.on('close', () => {
            sockets.delete(one)
            other.destroy()
          })
        }
        socket.pipe(behind).pipe(socket)
        return undefined
      })
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const shut = () => {
        isShut = true
        for (const socket of sockets) socket.destroy()
      }
      return {
        url: urlWith(PASSWORD, (proxy.address() as net.AddressInfo).port),
        shut,
        open: () => {
          isShut = false
        },
        close: () => {
          shut()
          proxy.close()
        },
      }
    },
  }
}
