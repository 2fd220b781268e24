// npm run files:copy -- to-bucket: carries the files of the data folder into the configured bucket; `to-folder` back.
import { formatFileSize } from '#kernel/format.ts'
import { copyFiles } from '#platform/files/copy-files.ts'
import { checkStorage, openStorage } from '#platform/files/open-storage.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { root } from './on-database.ts'

const OPTIONS = ['--verify', '--delete-extra', '--drop-uploads']
const USAGE =
  'Say where the files go: npm run files:copy -- to-bucket, or to-folder; --verify compares content that is there already, --delete-extra removes what only the target has, --drop-uploads goes on although uploads in progress are not carried.'
const SAID_EVERY = 1000

await runProgram('The files were not copied.', async () => {
  const [direction = '', ...options] = process.argv.slice(2)
  if (!['to-bucket', 'to-folder'].includes(direction) || options.some((option) => !OPTIONS.includes(option)))
    throw new StartError(USAGE)
  const config = readConfig(process.env, root, { mayCreate: false })
  if (!config.bucket) throw new StartError('S3_BUCKET: names the bucket to copy to or from; it is not set.')
  await checkStorage(config)
  const [bucket, folder] = await Promise.all([openStorage(config), openStorage({ ...config, bucket: null })])
  try {
    const [source, target] = direction === 'to-bucket' ? [folder, bucket] : [bucket, folder]
    const uploads = (await (await source.openUploads()).records.ids()).length
    const waiting = `${uploads === 1 ? '1 upload is' : `${uploads} uploads are`} in progress, which this command does not carry`
    // Removing what only the target has is the last step, after which the program starts on the target.
    if (uploads > 0 && options.includes('--delete-extra') && !options.includes('--drop-uploads'))
      throw new StartError(
        `${waiting}. Nothing was copied. Let the program run until they are through, or add --drop-uploads: their people then send them again.`,
      )
    const { copied, bytes, same, extra } = await copyFiles(source.files, target.files, {
      isThorough: options.includes('--verify'),
      deletesExtra: options.includes('--delete-extra'),
      onFile: (done) => {
        const count = done.copied + done.same
        if (count % SAID_EVERY === 0) console.log(`files: ${count} done, ${formatFileSize(done.bytes)} copied`)
      },
    })
    const place = direction === 'to-bucket' ? 'bucket' : 'folder'
    const left = options.includes('--delete-extra') ? 'removed' : 'left alone'
    console.log(
      `files: ${copied} copied to the ${place} (${formatFileSize(bytes)}), ${same} were there, ${extra} only in the ${place}${extra > 0 ? ` ${left}` : ''}`,
    )
    if (uploads > 0)
      console.log(`files: ${waiting}; their people have to send them again, or wait for them before you switch`)
  } finally {
    bucket.close()
  }
})
