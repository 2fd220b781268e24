import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Config, ConfigError, readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'
import { clearInterruptedDemo, ensureDemo } from './demo/ensure.ts'
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

/** The configured database, or the one that comes with the program, and how to end it. */
const openDatabase = async (config: Config) => {
  if (config.DATABASE_URL) return { admin: config.DATABASE_URL, stopDatabase: async () => {} }
  const { host, port, password, owner, stop } = await startEmbedded(path.join(config.data_dir, 'postgres'))
  say(owner ? 'database: started' : 'database: attached to the one that is running')
  return { admin: { host, port, user: 'postgres', password }, stopDatabase: stop }
}

/** Starts the product: configuration, database, migrations, demo, server. Ends with 1 and a plain message when it cannot. */
const main = async () => {
  const config = readConfig(process.env, root)
  if (config.PORTICO_DEMO && !config.DATABASE_URL && clearInterruptedDemo(config))
    say('demo: loading was cut short, beginning afresh')
  // The database starts while the program is read.
  const [{ admin, stopDatabase }, { createApp }] = await Promise.all([openDatabase(config), import('./app.ts')])
  const migrated = await migrate({ admin, report: (line) => say(`database: ${line}`) })
  const database = config.DATABASE_APP_URL ? { connectionString: config.DATABASE_APP_URL } : migrated.app
  const app = await createApp({ config, database })
  if (config.PORTICO_DEMO) await ensureDemo(app, config, say)
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
