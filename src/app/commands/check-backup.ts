// npm run backup:check: reads everything in BACKUP_DIR again and names what is damaged or missing.
import { formatFileSize } from '#kernel/format.ts'
import { checkBackup } from '#platform/backup/check.ts'
import { openStore } from '#platform/backup/store.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { root } from './on-database.ts'

await runProgram('The backup was not checked.', async () => {
  const config = readConfig({ ...process.env, SECRET: process.env['SECRET'] || 'x'.repeat(32) }, root, {
    mayCreate: false,
  })
  if (!config.backup_dir) throw new StartError('BACKUP_DIR: is needed; name the folder of the backup.')
  if (!openStore(config.backup_dir).exists()) throw new StartError(`BACKUP_DIR: ${config.backup_dir} holds no backup.`)
  const { damages, ranges, contents, segments, bytes } = await checkBackup(config.backup_dir)
  for (const damage of damages) console.error(damage)
  console.log(
    `backup: ${contents} contents and ${segments} segments of the log checked, ${formatFileSize(bytes)}: ` +
      (damages.length === 0 ? 'everything is whole' : `${damages.length} damages`),
  )
  for (const range of ranges) console.log(`can restore any time from ${range}`)
  if (damages.length > 0 || ranges.length === 0) process.exitCode = 1
})
