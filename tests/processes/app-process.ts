// The whole product as a separate process on a test's database, for tests that kill it. Started by `forkApp`.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import type { TestApp } from '../api.ts'
import { BARE_ENVIRONMENT } from './environment.ts'

type Orders = { env: Record<string, string>; database: pg.PoolConfig; works: boolean }

export type AppProcess = {
  port: number
  process: ChildProcess
  /** Everything that it has printed so far, where it is heard. */
  said: () => string
  kill: () => Promise<void>
  /** Stops it like an operator, and resolves with its exit code. */
  stop: () => Promise<number | null>
}

type Options = { works?: boolean; env?: Record<string, string>; isHeard?: boolean }

/**
 * Starts the product alongside the test's own, on the same database and with the same stand-ins; with `works` it runs jobs.
 * `kill` ends it by SIGKILL, `stop` by SIGTERM.
 */
export const forkApp = async (
  t: TestApp,
  { works = false, env: more, isHeard = false }: Options = {},
): Promise<AppProcess> => {
  const child = fork(import.meta.filename, { execArgv: [], env: BARE_ENVIRONMENT, silent: isHeard })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const { options } = t.app.db.pool
  const { host, port, user, password, database } = options
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SECRET: t.config.secret,
    DATA_DIR: t.config.data_dir,
    CALLS_PER_MINUTE: '1000000',
    ...more,
  }
  const connection = { host, port, user, password, database, options: options.options, max: 4 }
  child.send({ env, database: connection, works } as Orders)
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The process ended with ${code} before it listened`)
    }),
  ])) as [{ port: number }]
  return {
    port: ready.port,
    process: child,
    said: () => output,
    kill: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

if (import.meta.main) {
  const [{ env, database, works }] = (await once(process, 'message')) as [Orders]
  const { createApp } = await import('#app/app.ts')
  const { readConfig } = await import('#platform/process/config.ts')
  const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
  // Node would write what it compiled at the end of a process, which a kill takes away.
  flushCompileCache()
  const app = await createApp({ config, database, hasPages: false, works })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  process.on('disconnect', () => process.exit())
  process.once('SIGTERM', async () => {
    await app.leave()
    await app.close()
    process.exit()
  })
  process.send?.({ port: (app.http.server.address() as AddressInfo).port })
}
