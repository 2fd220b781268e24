// Runs jobs in a separate process, which kills itself at a transaction. Started by `dieAtJob`.
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { createApp } from '#app/app.ts'
import { jobHandlers } from '#app/features.ts'
import { readConfig } from '#platform/process/config.ts'
import type { JobOrders } from './die-at-job.ts'

const {
  env,
  database,
  dies_at: diesAt,
  is_committed: isCommitted,
  job: name,
  data,
} = JSON.parse(process.argv[2] ?? '') as JobOrders
const config = readConfig(env, path.resolve(import.meta.dirname, '../..'))
const app = await createApp({ config, database, hasPages: false, works: false })
// Node would write what it compiled at the end of a process, which a kill takes away.
flushCompileCache()
const { withPortal } = app.db
let count = 0
const die = (at: number) => {
  if (at === diesAt) process.kill(process.pid, 'SIGKILL')
}
app.db.withPortal = async (portalId, work, mode) => {
  const result = await withPortal(
    portalId,
    async (tx) => {
      const done = await work(tx)
      count += 1
      if (!isCommitted) die(count)
      return done
    },
    mode,
  )
  if (isCommitted) die(count)
  return result
}
const handler = jobHandlers(app.services).find(({ job }) => job.name === name)
for (const one of data)
  await handler?.run(one as never, { db: app.db, now: new Date(), signal: new AbortController().signal })
