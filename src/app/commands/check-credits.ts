// npm run credits:check: proves the ledger of credits of every portal and says what does not add up, if anything.
import { checkCredits } from '#features/credits/server/api.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async (db) => {
  const findings = await checkCredits(db)
  for (const { portal_id, problem, record, expected, found } of findings)
    console.error(`portal ${portal_id}: ${problem}: ${record}: ${expected} expected, ${found} found`)
  console.log(findings.length === 0 ? 'credits: everything adds up' : `credits: ${findings.length} findings`)
  if (findings.length > 0) process.exitCode = 1
})
