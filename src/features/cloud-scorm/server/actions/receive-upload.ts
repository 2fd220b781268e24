import type { Db } from '#platform/db/db.ts'
import type { FinishedUpload } from '#platform/files/tus/uploads.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { importJob } from '../import-job.ts'
import { insertImport, tellImport } from '../imports-store.ts'

/** What a resumable upload says it is for when its archive goes to the cloud SCORM service. */
export const CLOUD_SCORM_PURPOSE = 'cloud-scorm'

/** Records an uploaded archive and starts its import; the same upload once, even if it is handed over several times. */
export const receiveCloudUpload = async (db: Db, upload: FinishedUpload, now: Date): Promise<void> => {
  const [portalId = 0, userId = 0] = upload.owner.split(':').map(Number)
  await db.withPortal(portalId, async (tx) => {
    const created = await insertImport(tx, {
      portal_id: portalId,
      user_id: userId,
      upload_id: upload.id,
      file_name: upload.filename,
      created_at: now,
    })
    if (!created) return
    await enqueue(tx, importJob, { portal_id: portalId, import_id: created.id, asked: 0 })
    await tellImport(tx, created)
  })
}
