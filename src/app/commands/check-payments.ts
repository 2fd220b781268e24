// npm run payments:check [-- DAYS]: compares the payment provider with the books and says what differs, if anything.
import { checkPayments } from '#features/payments/server/reconcile.ts'
import { StartError } from '#platform/process/start-error.ts'
import { openPayments } from '../services.ts'
import { onDatabase } from './on-database.ts'

const DAYS = Number(process.argv[2] ?? 30)

await onDatabase(async (db, config) => {
  if (!(DAYS > 0)) throw new StartError('The number of days must be above 0, such as npm run payments:check -- 90.')
  const portals = await db.withPlatform((tx) => tx.selectFrom('portals').select('id').limit(1).execute(), 'read only')
  if (portals.length === 0) throw new StartError('The database holds no portal. Is it the right one?')
  const { payments, standin } = await openPayments(config)
  if (!payments.is_on) throw new StartError('STRIPE_SECRET_KEY: is needed to ask the payment provider.')
  try {
    const now = new Date()
    const since = new Date(now.getTime() - DAYS * 86_400_000)
    const { differences, listed, booked } = await checkPayments(db, payments, { since, now })
    for (const { portal_id, order_id, payment_reference, problem, provider, ledger } of differences)
      console.error(
        `portal ${portal_id ?? '?'}, order ${order_id ?? '?'}, ${payment_reference ?? 'no payment'}: ${problem}: provider ${provider ?? '-'}, books ${ledger ?? '-'}`,
      )
    const who = standin ? "the provider's stand-in" : 'the provider'
    console.log(
      `payments: ${DAYS} days, ${listed} payments of ${who} and ${booked} of the books checked: ${differences.length === 0 ? 'they agree' : `${differences.length} differences`}`,
    )
    if (differences.length > 0) process.exitCode = 1
  } finally {
    await standin?.close()
  }
})
