// npm run restore: brings the backup in BACKUP_DIR back into an empty DATA_DIR; `-- --to 2026-11-26T14:30:00Z` as it was then.
import { parseArgs } from 'node:util'
import { checkCertificates } from '#features/certificates/server/api.ts'
import { checkCredits, countCredits } from '#features/credits/server/api.ts'
import { formatFileSize } from '#kernel/format.ts'
import { restore } from '#platform/backup/restore.ts'
import { createDb } from '#platform/db/db.ts'
import { findMigrated } from '#platform/db/migrate.ts'
import { openStorage } from '#platform/files/open-storage.ts'
import { type Config, readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { appDatabase, openDatabase } from '../start/open-database.ts'
import { root } from './on-database.ts'

const momentOf = (words: string | undefined): Date | null => {
  if (words === undefined) return null
  // Without a zone it would be the machine's, which nobody can see.
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(words)
  if (!isMoment || Number.isNaN(Date.parse(words)))
    throw new StartError(`--to: "${words}" is no time with a time zone such as 2026-11-26T14:30:00Z.`)
  return new Date(words)
}

/** The checks that an operator would run next. */
const runChecks = async (config: Config): Promise<boolean> => {
  const server = await openDatabase(config, { mayCreate: false })
  try {
    const db = createDb(await appDatabase(config, await findMigrated(server)))
    try {
      const storage = await openStorage(config)
      const { portals, movements } = await countCredits(db)
      const credits = await checkCredits(db)
      const { checked, findings } = await checkCertificates(db, storage.files).finally(storage.close)
      for (const { portal_id, problem, record } of credits) console.error(`portal ${portal_id}: ${problem}: ${record}`)
      for (const { portal_id, number, problem } of findings)
        console.error(`portal ${portal_id}: certificate ${number}: ${problem}`)
      console.log(
        `checks: ${portals} portals, ${movements} movements of credits, ${checked} certificates: ` +
          (credits.length + findings.length === 0
            ? 'everything adds up'
            : `${credits.length + findings.length} findings`),
      )
      return credits.length + findings.length === 0
    } finally {
      await db.close()
    }
  } finally {
    await server.close()
  }
}

await runProgram('Nothing was restored.', async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const to = momentOf(values.to)
  const needsNoSecret = { ...process.env, SECRET: process.env['SECRET'] || 'x'.repeat(32) }
  const config = readConfig(needsNoSecret, root, { mayCreate: false })
  if (!config.backup_dir) throw new StartError('BACKUP_DIR: is needed; name the folder of the backup.')
  const storage = await openStorage(config)
  const restored = await restore({
    dir: config.backup_dir,
    dataDir: config.data_dir,
    files: storage.files,
    to,
    hasOwnDatabase: config.DATABASE_URL !== undefined,
    report: (step) => console.log(step),
  }).finally(storage.close)
  console.log(
    `restored: ${restored.hasDatabase ? `the database and ${restored.files} files` : `${restored.files} files`} as of ` +
      `${restored.at.toISOString()}, ${formatFileSize(restored.bytes)}`,
  )
  if (!(await runChecks(readConfig(process.env, root, { mayCreate: false })))) process.exitCode = 1
})
