// npm run portal:export -- SLUG FILE: writes a portal whole into a file; `--check` says whether that is possible now.
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatFileSize } from '#kernel/format.ts'
import { findMigrated } from '#platform/db/migrate.ts'
import { openStorage } from '#platform/files/open-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { exportPortal } from '../moving/export-portal.ts'
import { appDatabase, openDatabase } from '../start/open-database.ts'
import { root } from './on-database.ts'

const USAGE =
  'Name the portal and a new file: npm run portal:export -- SLUG FILE. With --check instead of the file it only looks; --copy-shared lets courses that are shared with other portals go as copies.'

await runProgram('Nothing was exported.', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, 'copy-shared': { type: 'boolean', default: false } },
  })
  const [slug, target] = positionals
  if (!slug || (target === undefined) !== values.check || positionals.length > 2) throw new StartError(USAGE)
  const file = target === undefined ? null : path.resolve(target)
  if (file && fs.existsSync(file)) throw new StartError(`${file} is there already. Name a new file.`)
  const config = readConfig(process.env, root, { mayCreate: false })
  const server = await openDatabase(config, { mayCreate: false })
  const storage = await openStorage(config)
  try {
    const database = await appDatabase(config, await findMigrated(server))
    const exported = await exportPortal({
      database,
      files: storage.files,
      slug,
      file,
      copiesShared: values['copy-shared'],
      now: new Date(),
      report: (step) => console.log(step),
    })
    const { portal, accounts, rows, files, bytes, left_behind, set_again } = exported
    for (const { table, rows: count, reason } of left_behind)
      console.log(`stays behind: ${count} of ${table}: ${reason}`)
    for (const line of set_again) console.log(`set again: ${line}`)
    console.log(
      file === null
        ? `check: the portal "${portal.name}" can be exported: ${accounts} people and ${files} files`
        : `exported: the portal "${portal.name}" with ${accounts} people, ${rows} records and ${files} files, ${formatFileSize(bytes)}`,
    )
    if (file) console.log('The file holds password hashes and personal data: keep it as safe as a backup.')
  } finally {
    storage.close()
    await server.close()
  }
})
