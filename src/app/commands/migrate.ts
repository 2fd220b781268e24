// npm run db:migrate: brings the database of this configuration up to date and says what it did.

import { migrate } from '#platform/db/migrate.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { openDatabase } from '../start/open-database.ts'
import { root } from './on-database.ts'

await runProgram('The database could not be brought up to date.', async () => {
  const config = readConfig(process.env, root)
  const server = await openDatabase(config)
  try {
    const { applied, database, isNew } = await migrate({ ...server, report: (step) => console.log(step) })
    const where = server.variable ? `database ${database}` : `database in ${config.data_dir}`
    if (isNew) console.log(`${where}: it was empty; ${applied.length} migrations made its tables`)
    else console.log(`${where}: ${applied.length === 0 ? 'nothing to do' : `${applied.length} migrations ran`}`)
  } finally {
    await server.close()
  }
})
