import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import type { PackageStatus } from './packages/packages-store.ts'

/** How the unpacking of an uploaded package stands. */
export type UnpackEvent = {
  id: number
  upload_id: string | null
  status: PackageStatus
  /** Whole percent. */
  percent: number
  error: string | null
}

/** Tells the person who uploaded a package how its unpacking stands (RTM-001). */
export const tellUnpacked = async (tx: Tx, userId: number | null, data: UnpackEvent): Promise<void> => {
  if (userId !== null) await publish(tx, { channel: `notifications.${userId}`, event: 'unpack.updated', data })
}
