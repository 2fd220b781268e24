import { keyTestOf } from '#features/integrations/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { CloudScormError, cloudScorm } from '#platform/packages/cloud-scorm.ts'
import { type CloudNeeds, targetOf } from '../service.ts'

/** Tries the portal's keys by a call to the service (PRT-080); no transaction is open meanwhile. Without keys ERR-070. */
export const testKey = async (needs: CloudNeeds, db: Db, { portal }: Pick<SignedIn, 'portal'>) => {
  const target = await db.withPortal(portal.id, (tx) => targetOf(needs, tx, portal.id), 'read only')
  if (!target) throw fail('cloud_scorm_key_missing')
  try {
    await cloudScorm(target).ping()
    return keyTestOf('SCORM Cloud', null)
  } catch (error) {
    if (!(error instanceof CloudScormError)) throw error
    return keyTestOf('SCORM Cloud', error)
  }
}
