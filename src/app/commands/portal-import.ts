// npm run portal:import -- FILE: brings in a portal that another installation has exported; `--check` says whether it could.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findMigrated } from '#platform/db/migrate.ts'
import { openStorage } from '#platform/files/open-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { importPortal } from '../moving/import-portal.ts'
import { openDatabase } from '../start/open-database.ts'
import { root } from './on-database.ts'

const USAGE =
  'Name the file of a portal: npm run portal:import -- FILE. --slug NAME gives the portal another name; --check only looks.'

await runProgram('Nothing was imported.', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false }, slug: { type: 'string' } },
  })
  const [source, ...more] = positionals
  if (!source || more.length > 0) throw new StartError(USAGE)
  const config = readConfig(process.env, root, { mayCreate: false })
  const server = await openDatabase(config, { mayCreate: false })
  const storage = await openStorage(config)
  try {
    const { admin } = await findMigrated(server)
    const { portal, accounts, rows, files, left_out, set_again } = await importPortal({
      admin,
      files: storage.files,
      secret: config.secret,
      file: path.resolve(source),
      slug: values.slug ?? null,
      isCheck: values.check,
      now: new Date(),
      report: (step) => console.log(step),
    })
    for (const line of set_again) console.log(`set again: ${line}`)
    if (values.check) {
      console.log(
        `check: the portal "${portal.name}" can come in as ${portal.slug}: ${accounts.made} accounts, ${rows} records and ${files} files`,
      )
      return
    }
    if (left_out > 0)
      console.log(
        `left out: ${left_out} links of single sign-on to accounts that were here before; their people link them again`,
      )
    console.log(
      `imported: the portal "${portal.name}" as ${portal.slug}, ${accounts.made} new accounts, ${accounts.known} that were here before, ${rows} records and ${files} files`,
    )
  } finally {
    storage.close()
    await server.close()
  }
})
