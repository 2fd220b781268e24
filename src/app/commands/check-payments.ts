// npm run payments:check [-- DAYS]: compares the payment provider with the books and says what differs, if anything.
import { reconcile } from '#features/orders/server/api.ts'
import { openPayments } from '../services.ts'
import { onDatabase } from './on-database.ts'

const DAYS = Number(process.argv[2] ?? 30)

await onDatabase(async (db, config) => {
  if (!(DAYS > 0)) throw new Error('The number of days must be above 0.')
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
  }
})
