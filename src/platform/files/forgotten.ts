import { z } from '#kernel/schema.ts'
import type { Tx } from '../db/db.ts'
import { enqueue, handle, type JobHandler, job } from '../jobs/jobs.ts'
import type { Files } from './files.ts'

/** Tried for most of a day: a bucket may be gone for hours, and nobody else knows of these files any more. */
const forgetJob = job({
  name: 'files.forget',
  data: z.object({ keys: z.array(z.string()), folders: z.array(z.string()) }),
  retries: 100,
})

/** Removes files whose record goes with this transaction, once it is committed and as often as it takes. */
export const forgetFiles = (
  tx: Tx,
  { keys = [], folders = [] }: { keys?: string[]; folders?: string[] },
): Promise<void> => enqueue(tx, forgetJob, { keys, folders })

export const forgottenFilesJobs = (files: Files): JobHandler[] => [
  handle(forgetJob, async ({ keys, folders }) => {
    for (const key of keys) await files.delete(key)
    for (const folder of folders) await files.deleteFolder(folder)
  }),
]
