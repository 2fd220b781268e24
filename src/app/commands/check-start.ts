// Run by npm start before a build, which takes longer: whether configuration, data folder, port and database are as the
// program needs them. Changes nothing but the data folder, which it makes.

import { connectionOf, connectTo, databaseOf, isMissing } from '#platform/db/migrate-roles.ts'
import { readConfig } from '#platform/process/config.ts'
import { checkPort } from '#platform/process/listen.ts'
import { runProgram } from '#platform/process/program.ts'
import { root } from './on-database.ts'

await runProgram('Portico cannot start.', async () => {
  const config = readConfig(process.env, root)
  await checkPort({ host: config.HOST, port: config.PORT })
  if (!config.DATABASE_URL) return
  const admin = connectionOf(config.DATABASE_URL)
  const client = await connectTo(admin, databaseOf(admin), 'DATABASE_URL').catch((error: unknown) => {
    // The start creates a database that does not exist.
    if (!isMissing(error)) throw error
  })
  await client?.end()
})
