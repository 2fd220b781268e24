// The whole product as a separate process on a test's database, for tests that kill it. Started by `forkApp`.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import type { TestApp } from '../api.ts'
import { bundledProcess } from './bundled-process.ts'

export type AppOrders = { env: Record<string, string>; database: pg.PoolConfig; works: boolean }

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
  const { file, env: bare } = await bundledProcess('app')
  const child = fork(file, { execArgv: [], env: bare, silent: isHeard })
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
  child.send({ env, database: connection, works } as AppOrders)
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
