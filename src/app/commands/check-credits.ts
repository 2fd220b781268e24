// npm run credits:check: proves the ledger of credits of every portal and says what does not add up, if anything.
import path from 'node:path'
import { checkCredits } from '#features/credits/server/api.ts'
import { readConfig } from '#platform/config.ts'
import { createDb } from '#platform/db.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const config = readConfig(process.env, root)
const appPassword = config.DATABASE_APP_URL ? decodeURIComponent(new URL(config.DATABASE_APP_URL).password) : undefined

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
    const findings = await checkCredits(db)
    for (const { portal_id, problem, record, expected, found } of findings)
      console.error(`portal ${portal_id}: ${problem}: ${record}: ${expected} expected, ${found} found`)
    console.log(findings.length === 0 ? 'credits: everything adds up' : `credits: ${findings.length} findings`)
    if (findings.length > 0) process.exitCode = 1
  } finally {
    await db.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await server?.stop()
}
