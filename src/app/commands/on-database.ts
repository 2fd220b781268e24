import path from 'node:path'
import { createDb, type Db } from '#platform/db/db.ts'
import { findMigrated } from '#platform/db/migrate.ts'
import { type Config, readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { appDatabase, openDatabase } from '../start/open-database.ts'

export const root = path.resolve(import.meta.dirname, '../../..')

/**
 * Runs a command over the configured database, or over the one that comes with the program. It must be there and up to date: a
 * mistyped folder or name ends the command instead of making an empty database to look at (OPS-005).
 */
export const onDatabase = (
  work: (db: Db, config: Config) => Promise<void>,
  title = 'Nothing was checked.',
): Promise<void> =>
  runProgram(title, async () => {
    const config = readConfig(process.env, root, { mayCreate: false })
    const database = await openDatabase(config, { mayCreate: false })
    try {
      const migrated = await findMigrated(database)
      const db = createDb(await appDatabase(config, migrated))
      try {
        await work(db, config)
      } finally {
        await db.close()
      }
    } finally {
      await database.close()
    }
  })
