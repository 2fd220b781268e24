import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { storageOf } from '#platform/files/portal-storage.ts'
import { loadQuota, savePortal } from '../store.ts'

/** What the files of a portal take and may take (UPL-039). */
export const readStorage = async (tx: Tx, id: number) => {
  const storage_quota = await loadQuota(tx, id)
  const { used, quota } = await storageOf(tx, id)
  return { storage_quota, limit: quota, used }
}

/** Sets what the files of a portal may take (UPL-044). What is stored beyond a lower limit stays. */
export const changeStorage = async (tx: Tx, ctx: SignedIn, id: number, storage_quota: number | null) => {
  const before = await loadQuota(tx, id)
  await savePortal(tx, id, { storage_quota, updated_at: ctx.now })
  const actor = { ...ctx, portal: { ...ctx.portal, id } }
  const changes = changedFields({ storage_quota: before }, { storage_quota })
  await logActivity(tx, actor, { action: 'portal.storage', subject_type: 'portal', subject_id: id, changes })
  return readStorage(tx, id)
}
