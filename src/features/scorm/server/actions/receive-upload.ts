import type { Db } from '#platform/db/db.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { unpackJob } from '../job-names.ts'
import { tellUnpacked } from '../live.ts'
import { insertPackage } from '../packages/packages-store.ts'

/**
 * Records an uploaded archive and starts unpacking it. The same upload is recorded once, even if it is handed over
 * several times.
 */
export const receiveUpload = async (db: Db, upload: FinishedUpload, now: Date): Promise<void> => {
  const [portalId = 0, userId = 0] = upload.owner.split(':').map(Number)
  await db.withPortal(portalId, async (tx) => {
    const created = await insertPackage(tx, {
      portal_id: portalId,
      file_name: upload.filename,
      upload_id: upload.id,
      user_id: userId,
      created_at: now,
    })
    if (!created) return
    await enqueue(tx, unpackJob, { portal_id: portalId, package_id: created.id })
    const event = { id: created.id, upload_id: upload.id, status: 'PENDING', percent: 0, error: null } as const
    await tellUnpacked(tx, userId, event)
  })
}
