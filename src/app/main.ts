import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { migrate } from '#platform/db/migrate.ts'
import { checkStorage } from '#platform/files/open-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { checkPort, listen } from '#platform/process/listen.ts'
import { runProgram } from '#platform/process/program.ts'
import { clearInterruptedDemo, ensureDemo } from './demo/ensure.ts'
import { startBackups } from './start/backups.ts'
import { describeStart } from './start/describe-start.ts'
import { appDatabase, openDatabase, openPooler, openReadAddress } from './start/open-database.ts'
import { startSteps } from './start/start-steps.ts'

const root = path.resolve(import.meta.dirname, '../..')

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

/** The client of Redis is loaded only where one is configured. */
const checkRedisOf = async (url: string, channel: string) => {
  const { checkRedis } = await import('#platform/live/redis/check-redis.ts')
  return checkRedis(url, channel)
}

/** Starts the product: configuration, port, database, migrations, demo, server. What can be wrong is looked at first. */
const start = async () => {
  const { step, progress, print } = startSteps()
  const config = readConfig(process.env, root)
  const place = { host: config.HOST, port: config.PORT }
  await checkPort(place)
  await checkStorage(config)
  const hasRedis = config.REDIS_URL ? await checkRedisOf(config.REDIS_URL, config.live_channel) : null
  if (config.PORTICO_DEMO && !config.DATABASE_URL && clearInterruptedDemo(config))
    step('demo: loading was cut short, starting over')
  // The database starts while the program is read.
  const [server, { createApp }] = await Promise.all([openDatabase(config), import('./app.ts')])
  const migrated = await migrate({
    ...server,
    report: (name, done, of) => (of ? progress('database: making the tables', `${done} of ${of}`) : progress(name)),
  }).catch(async (error) => {
    // The message may name `npm run demo:reset`, which refuses while the database runs.
    await server.close()
    throw error
  })
  const database = await appDatabase(config, migrated)
  const pooler = await openPooler(config, migrated)
  const reads = await openReadAddress(config, { ...migrated, app: database })
  const migrations = migrated.applied.length > 0 ? `, ${migrated.applied.length} migrations ran` : ''
  step(`database: ${server.variable || server.owner ? 'ready' : 'joined the one that is running'}${migrations}`)
  if (hasRedis !== null) step(`live events use Redis${hasRedis ? '' : ' when it is there, PostgreSQL until then'}`)
  if (pooler)
    step(`database: calls go through the pooler, ${pooler.keepsNames ? 'which keeps' : 'without'} named statements`)
  if (reads)
    step(`database: public reads use the replica${reads.isAway ? ' when it is there, the primary until then' : ''}`)
  const app = await createApp({ config, database, pooler, replica: reads?.database ?? null })
  if (config.PORTICO_DEMO) await ensureDemo(app, config, { step, progress })
  await listen(app.http, place)
  const backups = startBackups({
    config,
    server,
    ...{ db: app.db, files: app.services.files, log: app.http.log, now: () => new Date() },
  })

  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    // A developer waits for the next start.
    if (config.NODE_ENV !== 'development') await app.leave()
    await backups?.close()
    await app.close()
    await server.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(0))
  void server.lost.then(() => {
    if (isStopping) return
    const log = path.join(config.data_dir, 'postgres', 'postgres.log')
    console.error(
      `\nThe database that comes with Portico has ended, so this program ends too. ${log} may say why. Start again.`,
    )
    process.exit(1)
  })
  step('ready')
  print(await describeStart(app, config))
  giveBackMemory()
}

await runProgram('Portico cannot start.', start)
