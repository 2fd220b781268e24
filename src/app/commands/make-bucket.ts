// Makes the configured bucket where it is missing, for installations that bring a storage of their own (compose.yaml). A
// storage that is only starting is waited for.
import { setTimeout as delay } from 'node:timers/promises'
import { checkStorage, openStorage } from '#platform/files/open-storage.ts'
import { StorageUnavailable } from '#platform/files/store.ts'
import { readConfig } from '#platform/process/config.ts'
import { runProgram } from '#platform/process/program.ts'
import { StartError } from '#platform/process/start-error.ts'
import { root } from './on-database.ts'

const WAIT_MS = 60_000
const PAUSE_MS = 500

await runProgram('The bucket was not made.', async () => {
  const config = readConfig(process.env, root, { mayCreate: false })
  if (!config.bucket) throw new StartError('S3_BUCKET: names the bucket to make; it is not set.')
  const storage = await openStorage(config)
  const until = Date.now() + WAIT_MS
  try {
    for (;;) {
      try {
        const isNew = await storage.bucket?.make()
        console.log(`bucket ${config.bucket.bucket}: ${isNew ? 'made' : 'it is there'}`)
        break
      } catch (error) {
        if (!(error instanceof StorageUnavailable) || Date.now() > until) break
        await delay(PAUSE_MS)
      }
    }
    // Says in one line what is wrong with it.
    await checkStorage(config)
  } finally {
    storage.close()
  }
})
