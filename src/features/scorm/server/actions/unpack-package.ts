import { GENERIC_ERROR } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { isDiskFull } from '#platform/files/disk.ts'
import { findBytes } from '#platform/files/tus/find-bytes.ts'
import type { Uploads } from '#platform/files/tus/uploads.ts'
import { UnpackError, type UnpackProgress } from '#platform/packages/unpack.ts'
import { tellUnpacked } from '../live.ts'
import type { PackageFiles } from '../packages/package-files.ts'
import { findPackage, type PackageChange, type PackageRow, updatePackage } from '../packages/packages-store.ts'
import { isHopeless, readPackage } from '../packages/read-package.ts'

export type UnpackNeeds = {
  db: Db
  files: PackageFiles
  uploads: Uploads
  signal: AbortSignal
  /** Bytes of the disk that unpacking leaves free. */
  reserveBytes: number
}
type PackageRef = { portal_id: number; package_id: number }

const NO_SPACE = 'There is not enough space on the server to unpack the package. It is tried again for some time.'
const EXPIRED = 'The uploaded file no longer exists. Please upload it again.'

/** Saves a change and announces it; nothing is announced for a package that was finished or deleted in the meantime. */
const save = ({ db }: UnpackNeeds, row: PackageRow, change: PackageChange): Promise<void> =>
  db.withPortal(row.portal_id, async (tx) => {
    if (!(await updatePackage(tx, row, change))) return
    await tellUnpacked(tx, row.user_id, {
      id: row.id,
      upload_id: row.upload_id,
      status: change.status,
      percent: change.status === 'PENDING' ? change.progress : change.status === 'SUCCESS' ? 100 : 0,
      error: 'error' in change ? change.error : null,
    })
  })

const percentOf = ({ bytes, total_bytes: total, files, total_files }: UnpackProgress): number =>
  Math.floor(99 * Math.min(1, total > 0 ? bytes / total : files / total_files))

/** Saves the newest percentage, one at a time and leaving out what comes faster; `end` waits for the last. */
const createReporter = (saveProgress: (percent: number) => Promise<void>) => {
  let reported = 0
  let running: Promise<void> | null = null
  let failure: unknown
  return {
    report: (progress: UnpackProgress) => {
      const percent = percentOf(progress)
      if (running || percent <= reported) return
      reported = percent
      running = saveProgress(percent)
        .catch((error: unknown) => {
          failure = error
        })
        .finally(() => {
          running = null
        })
    },
    end: async () => {
      await running
      if (failure) throw failure
    },
  }
}

const unpackLocked = async (needs: UnpackNeeds, row: PackageRow): Promise<void> => {
  const { files, uploads, signal, reserveBytes } = needs
  const upload = await findBytes(uploads, row.upload_id)
  if (upload === null) {
    await files.remove(row.uuid)
    return save(needs, row, { status: 'FAILED', error: EXPIRED })
  }
  await save(needs, row, { status: 'PENDING', progress: 0 })
  const reporter = createReporter((progress) => save(needs, row, { status: 'PENDING', progress }))
  const onPlan = async (bytes: number): Promise<void> => {
    const missing = await uploads.planUnpacking(upload, bytes)
    if (missing === 'disk') throw new UnpackError('no_space', NO_SPACE)
    if (missing) throw new UnpackError('over_quota', missing.quota)
  }
  const reading = uploads.withFile(upload, (zipPath) =>
    readPackage(
      files,
      row.uuid,
      { path: zipPath, name: row.file_name },
      { limits: { reserveBytes }, onPlan, onProgress: reporter.report, signal },
    ),
  )
  const outcome = await reading.then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  )
  await reporter.end()
  if ('read' in outcome) return save(needs, row, { status: 'SUCCESS', ...outcome.read })
  const { error } = outcome
  if (isHopeless(error)) return save(needs, row, { status: 'FAILED', error: error.message })
  if (!signal.aborted)
    await save(needs, row, {
      status: 'TEMPORARY_FAILURE',
      error: error instanceof UnpackError ? error.message : isDiskFull(error) ? NO_SPACE : GENERIC_ERROR,
    })
  throw error
}

const load = ({ db }: UnpackNeeds, { portal_id, package_id }: PackageRef): Promise<PackageRow | null> =>
  db.withPortal(portal_id, (tx) => findPackage(tx, { portal_id, user_id: null }, package_id), 'read only')

/**
 * Unpacks an uploaded package, once: a repeated run continues from whatever a killed one has left, and a lock keeps two
 * runs apart. A hostile or unreadable archive ends as FAILED with a sentence for its author and leaves nothing behind
 * (SCO-015); a failure of ours is TEMPORARY_FAILURE, and the job is tried again. The upload is released when its
 * package is finished.
 */
export const unpackPackage = async (needs: UnpackNeeds, ref: PackageRef): Promise<void> => {
  const row = await load(needs, ref)
  if (!row) return
  const unpacked = await needs.uploads.locker.tryLock(`package-${row.uuid}`, async () => {
    // What another process has finished while this one waited.
    const current = await load(needs, ref)
    const isOpen = current && current.status !== 'SUCCESS' && current.status !== 'FAILED'
    if (isOpen) await unpackLocked(needs, current)
    if (row.upload_id !== null) await needs.uploads.release(row.upload_id)
    return true
  })
  if (!unpacked) throw new Error(`Package ${row.id} is being unpacked by another process`)
}
