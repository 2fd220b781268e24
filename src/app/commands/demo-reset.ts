// npm run demo:reset: removes the demo, so that the next start loads it again. Only what the embedded database and the demo
// have made goes; a database of your own is never touched.
import fs from 'node:fs'
import path from 'node:path'
import { holderOf, readState } from '#platform/db/embedded-postgres-files.ts'
import { DATA_FOLDER_PARTS } from '#platform/files/data-folder.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { root } from './on-database.ts'

await runProgram('Nothing was removed.', async () => {
  const config = readConfig({ ...process.env, PORTICO_DEMO: 'on' }, root, { mayCreate: false })
  if (config.DATABASE_URL)
    throw new StartError('DATABASE_URL is set: remove the demo of a database of your own by removing that database.')
  const folder = config.data_dir
  const state = readState(path.join(folder, 'postgres'))
  if (state && holderOf(state.pid) === 'the server')
    throw new StartError(`The program is running on ${folder}. Stop it first.`)
  const parts = DATA_FOLDER_PARTS.filter((name) => fs.existsSync(path.join(folder, name)))
  for (const name of parts) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder)
  console.log(`Removed from ${folder}: ${parts.join(', ')}. The next start loads the demo again.`)
})
