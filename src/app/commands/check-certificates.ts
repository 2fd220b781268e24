// npm run certificates:check: reads the PDF of every certificate and names those that do not say what the record says.
import path from 'node:path'
import { checkCertificates } from '#features/certificates/server/api.ts'
import { createFiles } from '#platform/files/files.ts'
import { StartError } from '#platform/process/start-error.ts'
import { onDatabase } from './on-database.ts'

await onDatabase(async (db, config) => {
  const files = createFiles({ dir: path.join(config.data_dir, 'files'), secret: config.secret })
  const { portals, checked, findings } = await checkCertificates(db, files)
  if (portals === 0) throw new StartError('The database holds no portal. Is it the right one?')
  for (const { portal_id, number, holder_name, problem } of findings)
    console.error(`portal ${portal_id}: certificate ${number} of ${holder_name}: ${problem}`)
  console.log(
    `certificates: ${portals} portals, ${checked} files checked: ${findings.length === 0 ? 'all say what the records say' : `${findings.length} findings`}`,
  )
  if (findings.length > 0) process.exitCode = 1
})
