// Runs an import in a process of its own, which kills itself in the middle of a row. Started by the tests of imports.
import path from 'node:path'
import type pg from 'pg'
import { createApp } from '#app/app.ts'
import { jobHandlers } from '#app/features.ts'
import { readConfig } from '#platform/process/config.ts'

/** What the process is told, as JSON in its only argument. */
export type ImportOrders = {
  env: Record<string, string>
  database: pg.PoolConfig
  job: string
  portal_id: number
  import_id: number
  /** The process kills itself before the commit of this transaction. */
  dies_at: number
}

const { env, database, dies_at: diesAt, job: name, ...data } = JSON.parse(process.argv[2] ?? '') as ImportOrders
const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
const app = await createApp({ config, database, hasPages: false, works: false })
const { withPortal } = app.db
let count = 0
app.db.withPortal = (portalId, work, mode) =>
  withPortal(
    portalId,
    async (tx) => {
      const result = await work(tx)
      if (++count === diesAt) process.kill(process.pid, 'SIGKILL')
      return result
    },
    mode,
  )
const handler = jobHandlers(app.services).find(({ job }) => job.name === name)
await handler?.run(data as never, { db: app.db, now: new Date(), signal: new AbortController().signal })
