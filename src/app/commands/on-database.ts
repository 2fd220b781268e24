import path from 'node:path'
import { type Config, readConfig } from '#platform/config.ts'
import { createDb, type Db } from '#platform/db.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'

/** Runs a command on the configured database, or on the embedded one, brought up to date; what it throws is its exit. */
export const onDatabase = async (work: (db: Db, config: Config) => Promise<void>): Promise<void> => {
  const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'))
  const appPassword = config.DATABASE_APP_URL
    ? decodeURIComponent(new URL(config.DATABASE_APP_URL).password)
    : undefined
  const server = config.DATABASE_URL ? undefined : await startEmbedded(path.join(config.data_dir, 'postgres'))
  try {
    const admin = config.DATABASE_URL ?? {
      host: server!.host,
      port: server!.port,
      user: 'postgres',
      password: server!.password,
    }
    const { app } = await migrate({ admin, appPassword })
    const db = createDb(app)
    try {
      await work(db, config)
    } finally {
      await db.close()
    }
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await server?.stop()
  }
}
