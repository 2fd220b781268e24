// npm run db:migrate: brings the database of this configuration up to date and says what it did.
import path from 'node:path'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const config = readConfig(process.env, root)
const appPassword = config.DATABASE_APP_URL ? decodeURIComponent(new URL(config.DATABASE_APP_URL).password) : ''

const server = config.DATABASE_URL ? undefined : await startEmbedded(path.join(config.data_dir, 'postgres'))
try {
  const { applied, database } = await migrate({
    admin: config.DATABASE_URL ?? {
      host: server!.host,
      port: server!.port,
      user: 'postgres',
      password: server!.password,
    },
    appPassword: appPassword || undefined,
    report: (step) => console.log(step),
  })
  console.log(applied.length === 0 ? `${database}: nothing to do` : `${database}: ${applied.length} migrations ran`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await server?.stop()
}
