import { errorText } from '#kernel/errors.ts'
import { afterFailure, pauseBeforeAsking } from '#kernel/product/integration.ts'
import type { Db } from '#platform/db/db.ts'
import { findBytes } from '#platform/files/tus/find-bytes.ts'
import type { Uploads } from '#platform/files/tus/uploads.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type CloudScormClient, CloudScormError, cloudScorm } from '#platform/packages/cloud-scorm.ts'
import { MOST_QUESTIONS } from '../../rules/import.ts'
import { importJob } from '../import-job.ts'
import { findImport, type ImportChange, type ImportRow, updateImport } from '../imports-store.ts'
import { type CloudNeeds, targetOf } from '../service.ts'

export type ImportNeeds = CloudNeeds & { db: Db; uploads: Uploads; now: Date }
type CourseImport = { portal_id: number; import_id: number; asked: number }

const EXPIRED = 'The uploaded file no longer exists. Please upload it again.'
const TOO_LONG = 'The service has not ended the import within a day.'

/** Writes how the import stands; with a pause the next step follows after it. */
const save = (needs: ImportNeeds, row: ImportRow, change: ImportChange, next?: { asked: number; pause_ms: number }) =>
  needs.db.withPortal(row.portal_id, async (tx) => {
    const saved = await updateImport(tx, row, change, needs.now)
    if (next) {
      const data = { portal_id: row.portal_id, import_id: row.id, asked: next.asked }
      // By the real clock, which the queue goes by.
      await enqueue(tx, importJob, data, { start_after: new Date(Date.now() + next.pause_ms) })
    }
    return saved
  })

/** Sends the package unless that has been done, and asks how its import stands. */
const takeStep = async (
  needs: ImportNeeds,
  row: ImportRow,
  client: CloudScormClient,
  attempt: number,
): Promise<void> => {
  let { job_id: jobId } = row
  if (jobId === null) {
    const upload = await findBytes(needs.uploads, row.upload_id)
    if (upload === null) {
      await save(needs, row, { status: 'FAILED', error: EXPIRED })
      return
    }
    await save(needs, row, { status: 'PENDING' })
    jobId = await needs.uploads.withFile(upload, (path) =>
      client.uploadCourse(row.course_id, { path, name: row.file_name }),
    )
    await save(needs, row, { status: 'PENDING', job_id: jobId, failures: 0 })
  }
  const { status, message, title } = await client.importJob(jobId)
  if (status === 'COMPLETE') {
    await save(needs, row, { status: 'SUCCESS', title: title ?? row.file_name.replace(/\.zip$/i, ''), failures: 0 })
    await needs.uploads.release(row.upload_id)
  } else if (status === 'ERROR') {
    await save(needs, row, {
      status: 'FAILED',
      job_id: null,
      error: message ?? 'The service could not read the package.',
    })
  } else if (attempt >= MOST_QUESTIONS) {
    await save(needs, row, { status: 'FAILED', error: TOO_LONG })
  } else {
    const next = { asked: attempt + 1, pause_ms: pauseBeforeAsking(attempt) }
    await save(needs, row, { status: 'PENDING', failures: 0 }, next)
  }
}

/**
 * Takes the next step of an import, one at a time. Temporary problems are TEMPORARY_FAILURE and are tried again up to
 * five times with growing pauses. Everything else, and the sixth failure, is FAILED with a sentence for the author
 * (INT-004, INT-005). Without a key it fails with ERR-070. The upload is kept until the import has succeeded, so that
 * it can be sent again.
 */
export const importCourse = async (needs: ImportNeeds, upload: CourseImport): Promise<void> => {
  const at = { portal_id: upload.portal_id, user_id: null }
  const load = () => needs.db.withPortal(upload.portal_id, (tx) => findImport(tx, at, upload.import_id), 'read only')
  const row = await load()
  if (!row) return
  const done = await needs.uploads.locker.tryLock(`cloud-import-${row.uuid}`, async () => {
    const current = await load()
    if (!current || current.status === 'SUCCESS' || current.status === 'FAILED') return true
    const target = await needs.db.withPortal(upload.portal_id, (tx) => targetOf(needs, tx, upload.portal_id))
    if (!target) {
      await save(needs, current, { status: 'FAILED', error: errorText('cloud_scorm_key_missing') })
      return true
    }
    try {
      await takeStep(needs, current, cloudScorm(target), upload.asked)
    } catch (error) {
      if (!(error instanceof CloudScormError)) throw error
      const next = error.is_temporary ? afterFailure(current.failures) : { status: 'FAILED' as const, failures: 0 }
      const { status, failures } = next
      const again = 'pause_ms' in next ? { asked: upload.asked, pause_ms: next.pause_ms } : undefined
      await save(needs, current, { status, failures, error: error.message }, again)
    }
    return true
  })
  if (!done) throw new Error(`Import ${row.id} is being worked on by another process`)
}
