// npm run credits:check: proves the ledger of credits of every portal and says what does not add up, if anything.
import { checkCredits, countCredits } from '#features/credits/server/api.ts'
import { StartError } from '#platform/process/start-error.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async (db) => {
  const { portals, accounts, movements } = await countCredits(db)
  if (portals === 0) throw new StartError('The database holds no portal. Is it the right one?')
  const findings = await checkCredits(db)
  for (const { portal_id, problem, record, expected, found: actual } of findings)
    console.error(`portal ${portal_id}: ${problem}: ${record}: ${expected} expected, ${actual} found`)
  console.log(
    `credits: ${portals} portals, ${accounts} accounts and ${movements} movements checked: ${findings.length === 0 ? 'everything adds up' : `${findings.length} findings`}`,
  )
  if (findings.length > 0) process.exitCode = 1
})
