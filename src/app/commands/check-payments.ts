// npm run payments:check [-- DAYS]: compares the payment provider with the books and says what differs, if anything.
import path from 'node:path'
import { reconcile } from '#features/orders/server/api.ts'
import { readConfig } from '#platform/config.ts'
import { createDb } from '#platform/db.ts'
import { startEmbedded } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrate.ts'
import { openPayments } from '../services.ts'

const DAYS = Number(process.argv[2] ?? 30)
const root = path.resolve(import.meta.dirname, '../../..')
const config = readConfig(process.env, root)
const appPassword = config.DATABASE_APP_URL ? decodeURIComponent(new URL(config.DATABASE_APP_URL).password) : undefined

const server = config.DATABASE_URL ? undefined : await startEmbedded(path.join(config.data_dir, 'postgres'))
try {
  if (!(DAYS > 0)) throw new Error('The number of days must be above 0.')
  const admin = config.DATABASE_URL ?? {
    host: server!.host,
    port: server!.port,
    user: 'postgres',
    password: server!.password,
  }
  const { app } = await migrate({ admin, appPassword })
  const db = createDb(app)
  const { payments, standin } = await openPayments(config)
  try {
    const now = new Date()
    const found = await reconcile(db, payments, { since: new Date(now.getTime() - DAYS * 86_400_000), now })
    for (const { portal_id, order_id, payment_reference, problem, provider, ledger } of found)
      console.error(
        `portal ${portal_id ?? '?'}, order ${order_id ?? '?'}, ${payment_reference ?? 'no payment'}: ${problem}: provider ${provider ?? '-'}, books ${ledger ?? '-'}`,
      )
    console.log(found.length === 0 ? `payments: ${DAYS} days agree` : `payments: ${found.length} differences`)
    if (found.length > 0) process.exitCode = 1
  } finally {
    await standin?.close()
    await db.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await server?.stop()
}
