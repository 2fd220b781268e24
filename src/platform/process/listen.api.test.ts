import { once } from 'node:events'
import net from 'node:net'
import os from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../../tests/processes/built-program.ts'
import { endCalls, endConnections } from '../http/leaving.ts'
import { checkPort, listen } from './listen.ts'

const hasIPv6 = Object.values(os.networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))

let apps: FastifyInstance[] = []
/** Ends the calls that wait, in the order in which they came. */
const slow: (() => void)[] = []
afterEach(async () => {
  for (const app of apps) await app.close()
  apps = []
})

const open = async (host: string, port: number) => {
  const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } })
  const lines: string[] = []
  apps.push(app)
  app.get('/', async () => 'here')
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => slow.push(resolve))
    return 'done'
  })
  app.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  await listen(app, { host, port })
  return lines
}

test.skipIf(!hasIPv6)(
  'localhost is both addresses, for calls and for websockets, until it closes (OPS-008)',
  async () => {
    const port = await freePort()
    expect(await open('localhost', port)).toEqual([])
    for (const host of ['127.0.0.1', '[::1]']) {
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
      const socket = net.connect(port, host.replace(/[[\]]/g, ''))
      socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toContain('101 Switching Protocols')
      socket.destroy()
    }
    await apps[0]?.close()
    for (const host of ['127.0.0.1', '[::1]']) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
    await checkPort({ host: 'localhost', port })
  },
)

test.skipIf(!hasIPv6)(
  'an orderly stop lets calls at both addresses of localhost come to their end (OPS-008, OPS-031)',
  async () => {
    const port = await freePort()
    await open('localhost', port)
    const [app] = apps as [FastifyInstance]
    const answers = ['127.0.0.1', '[::1]'].map((host) =>
      fetch(`http://${host}:${port}/slow`).then((answer) => answer.text()),
    )
    await expect.poll(() => slow.length).toBe(2)
    endConnections(app.server)
    const ended = endCalls(app.server)
    // The main server has nothing left to do while the other one still has a call.
    slow.shift()?.()
    await Promise.race(answers)
    for (const host of ['127.0.0.1', '[::1]']) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
    slow.shift()?.()
    expect(await Promise.all(answers)).toEqual(['done', 'done'])
    await ended
  },
)

test('another host is used as it is (OPS-008)', async () => {
  const port = await freePort()
  await open('127.0.0.1', port)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow()
  await expect(checkPort({ host: '127.0.0.1', port })).rejects.toThrow(`PORT: ${port} is in use on 127.0.0.1`)
  await expect(open('127.0.0.1', port)).rejects.toThrow(`PORT: ${port} is in use on 127.0.0.1`)
})
