import { fail } from '#kernel/errors.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { removeJob } from '../job-names.ts'
import { deletePackageRow, findForgotten } from '../packages/packages-store.ts'

/** Deletes a package that nobody uses; its files go when the transaction has been committed. False when it is used. */
const removePackage = async (tx: Tx, at: { portal_id: number; id: number }): Promise<boolean> => {
  const deleted = await deletePackageRow(tx, at)
  if (deleted) await enqueue(tx, removeJob, deleted)
  return deleted !== null
}

/** Deletes a package; one that a module plays or a learner has played answers 409. The caller knows that it exists. */
export const deletePackage = async (tx: Tx, at: { portal_id: number; id: number }): Promise<void> => {
  if (!(await removePackage(tx, at))) throw fail('conflict', { message: 'This package is used by a course.' })
}

const FORGOTTEN_AFTER_MS = 7 * 86_400_000
const AT_ONCE = 500

/** Deletes the packages of all portals that nobody has used within 7 days of their upload (UPL-028); answers how many. */
export const deleteForgotten = async (db: Db, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const packages = await db.withPlatform((tx) => findForgotten(tx, before, AT_ONCE), 'read only')
  let count = 0
  for (const at of packages) if (await db.withPortal(at.portal_id, (tx) => removePackage(tx, at))) count += 1
  return count
}
