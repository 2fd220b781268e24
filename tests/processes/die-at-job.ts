// Runs jobs in a separate process that dies in the middle, as by kill -9.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { expect } from 'vitest'
import type { TestApp } from '../api.ts'
import { bundledProcess } from './bundled-process.ts'

/** The input of the process, as JSON in its only argument. */
export type JobOrders = {
  env: Record<string, string>
  database: pg.PoolConfig
  job: string
  /** The data of each job, in the order they run. */
  data: object[]
  /** The process kills itself at this transaction. */
  dies_at: number
  /** True: after the commit, before anyone is notified. False: before the commit. */
  is_committed?: boolean
}

/** Runs jobs until their process is killed. */
export const dieAtJob = async (t: TestApp, orders: Omit<JobOrders, 'env' | 'database'>): Promise<void> => {
  const { host, port, user, password, database, options } = t.app.db.pool.options
  const all: JobOrders = {
    ...orders,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', SECRET: t.config.secret, DATA_DIR: t.config.data_dir },
    database: { host, port, user, password, database, options, max: 4 } as JobOrders['database'],
  }
  const { file, env } = await bundledProcess('job')
  const child = spawn(process.execPath, [file, JSON.stringify(all)], {
    env,
    cwd: t.config.root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}
