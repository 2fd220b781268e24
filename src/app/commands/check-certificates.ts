// npm run certificates:check: reads the PDF of every certificate and names those that do not say what the record says.
import { checkCertificates } from '#features/certificates/server/api.ts'
import { openStorage } from '#platform/files/open-storage.ts'
import { StartError } from '#platform/process/start-error.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async (db, config) => {
  const storage = await openStorage(config)
  const { portals, checked, findings } = await checkCertificates(db, storage.files).finally(storage.close)
  if (portals === 0) throw new StartError('The database holds no portal. Is it the right one?')
  for (const { portal_id, number, holder_name, problem } of findings)
    console.error(`portal ${portal_id}: certificate ${number} of ${holder_name}: ${problem}`)
  console.log(
    `certificates: ${portals} portals, ${checked} files checked: ${findings.length === 0 ? 'all say what the records say' : `${findings.length} findings`}`,
  )
  if (findings.length > 0) process.exitCode = 1
})
