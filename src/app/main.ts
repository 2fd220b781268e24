import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { ConfigError, readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'
import { createApp } from './app.ts'
import { clearInterruptedDemo, loadDemo } from './demo/load.ts'
import { describeStart } from './describe-start.ts'

const root = path.resolve(import.meta.dirname, '../..')
const started = performance.now()
const say = (message: string) => console.log(`[${((performance.now() - started) / 1000).toFixed(1)} s] ${message}`)

/**
 * Gives back what starting needed and serving does not: reading some thousand files leaves twice the heap in place that is
 * in use afterwards, and without load nothing would ever collect it.
 */
const giveBackMemory = () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Starts the product: configuration, database, migrations, demo, server. Ends with 1 and a plain message when it cannot. */
const main = async () => {
  const config = readConfig(process.env, root)
  if (config.PORTICO_DEMO && !config.DATABASE_URL && clearInterruptedDemo(config))
    say('demo: loading was cut short, beginning afresh')
  let stopDatabase = async () => {}
  let admin: pg.ClientConfig | string
  if (config.DATABASE_URL) admin = config.DATABASE_URL
  else {
    const server = await startEmbedded(path.join(config.data_dir, 'postgres'))
    stopDatabase = server.stop
    admin = { host: server.host, port: server.port, user: 'postgres', password: server.password }
    say(server.owner ? 'database: started' : 'database: attached to the one that is running')
  }
  const migrated = await migrate({ admin, report: (line) => say(`database: ${line}`) })
  const database = config.DATABASE_APP_URL ? { connectionString: config.DATABASE_APP_URL } : migrated.app
  const app = await createApp({ config, database })
  if (config.PORTICO_DEMO) await loadDemo(app, config, say)
  await app.http.listen({ port: config.PORT, host: config.HOST })
  for (const line of await describeStart(app, config)) say(line)
  giveBackMemory()

  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    await app.close()
    await stopDatabase()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(0))
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
