// npm run backup: backs up what is new since the last time; `-- --full` copies all of the database's files again.
import { formatFileSize } from '#kernel/format.ts'
import { createDb } from '#platform/db/db.ts'
import { findMigrated } from '#platform/db/migrate.ts'
import { openStorage } from '#platform/files/open-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { runBackup } from '../start/backups.ts'
import { appDatabase, openDatabase } from '../start/open-database.ts'
import { root } from './on-database.ts'

await runProgram('The backup failed.', async () => {
  const isFull = process.argv.includes('--full')
  const config = readConfig(process.env, root, { mayCreate: false })
  if (!config.backup_dir) throw new StartError('BACKUP_DIR: is needed; name a folder on another disk.')
  const server = await openDatabase(config, { mayCreate: false })
  try {
    const db = createDb(await appDatabase(config, await findMigrated(server)))
    const storage = await openStorage(config)
    try {
      const result = await runBackup({ config, server, db, files: storage.files, now: () => new Date() }, { isFull })
      if (!result) throw new StartError('Another process is backing up right now. Try again when it has ended.')
      const what = { base: 'the whole database', increment: 'what changed in the database', files: 'no database' }
      console.log(
        `backup: ${what[result.kind]} and ${result.files} new files, ${formatFileSize(result.bytes)}. ` +
          `Everything until ${result.at.toISOString()} can be restored.`,
      )
      if (result.kind === 'files')
        console.log('The database of DATABASE_URL is not in it: back it up with its own tool (docs/operations.md).')
    } finally {
      await storage.close()
      await db.close()
    }
  } finally {
    await server.close()
  }
})
