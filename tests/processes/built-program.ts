// The built program as a separate process, as `npm start` runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')
/** The program that `npm start` hands over to (scripts/start.mjs). */
export const BUILT = 'dist/server/main.js'

/** A free port. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts it with nothing else in its environment, and resolves at the first successful answer to `target`. */
export const startBuilt = async (env: Record<string, string>, target: { path: string; host: string }) => {
  const port = await freePort()
  const started = performance.now()
  const program = spawn(process.execPath, [BUILT], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'error', PORT: String(port), ...env },
  })
  let output = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  const ended = once(program, 'exit')
  // fetch would send the address as the host, which determines the portal.
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const request = http.get(
        { host: '127.0.0.1', port, path: target.path, headers: { host: target.host } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode === 200)
        },
      )
      request.on('error', () => resolve(false))
    })
  while (!(await answers())) {
    if (program.exitCode !== null || program.signalCode !== null)
      throw new Error(`The program ended with ${program.exitCode}\n${output}`)
    await delay(10)
  }
  const status = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(fs.readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1024
  return {
    port,
    /** Milliseconds from the start of the process to that answer. */
    seconds: (performance.now() - started) / 1000,
    rssMb: () => Math.round(status('VmRSS')),
    mostRssMb: () => Math.round(status('VmHWM')),
    /** CPU time so far in milliseconds. The kernel counts 100 ticks per second. */
    cpuMs: () => {
      const fields = fs.readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    /** Stops it like an operator, and resolves with its exit code. */
    stop: async (): Promise<number | null> => {
      program.kill('SIGTERM')
      await ended
      return program.exitCode
    },
  }
}
