import { cleanScratch } from '#platform/files/open-storage.ts'
import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { deleteForgotten } from './actions/delete-package.ts'
import { unpackPackage } from './actions/unpack-package.ts'
import { cleanJob, removeJob, unpackJob } from './job-names.ts'
import { createPackageFiles } from './packages/package-files.ts'
import { isPackageKept } from './packages/packages-store.ts'

/** The jobs around packages: unpacking, removing, and the hourly cleaning of what nobody finished or used (UPL-028). */
export const jobs = ({ config, files: storage, uploads }: Services): JobHandler[] => {
  const reserveBytes = config.DISK_RESERVE_BYTES
  const files = createPackageFiles(storage)
  return [
    handle(unpackJob, (data, { db, signal }) => unpackPackage({ db, files, uploads, signal, reserveBytes }, data)),
    handle(removeJob, async ({ uuid, upload_id: uploadId }, { db }) => {
      // A package of a shared course stays for the portals that have it.
      if (!(await db.withPlatform((tx) => isPackageKept(tx, uuid), 'read only'))) await files.remove(uuid)
      if (uploadId !== null) await uploads.release(uploadId)
    }),
    handle(
      cleanJob,
      async (_data, { db, now }) => {
        await uploads.deleteExpired(now)
        await cleanScratch({ files: storage }, now)
        await deleteForgotten(db, now)
      },
      { cron: '17 * * * *' },
    ),
  ]
}
