import { keyTestOf } from '#features/integrations/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { EasyshipError, easyship } from '../easyship.ts'
import { type ShippingNeeds, targetOf } from '../service.ts'

type Needs = Pick<ShippingNeeds, 'config' | 'easyship'>

/** Tries the portal's key by a call to the service (PRT-080); no transaction is open meanwhile. Without a key ERR-069. */
export const testKey = async (needs: Needs, db: Db, { portal }: Pick<SignedIn, 'portal'>) => {
  const target = await db.withPortal(portal.id, (tx) => targetOf(needs, tx, portal.id), 'read only')
  if (!target) throw fail('shipping_key_missing')
  try {
    await easyship(target).itemCategories()
    return keyTestOf('EasyShip', null)
  } catch (error) {
    if (!(error instanceof EasyshipError)) throw error
    return keyTestOf('EasyShip', error)
  }
}
