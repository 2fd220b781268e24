import { loadSecrets } from '#features/integrations/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { EASYSHIP_URL, type EasyshipTarget } from './easyship.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** Replaces the shipping service for portals without a key; null if there is none. */
    easyship: EasyshipTarget | null
  }
}

/** What shipments need; the uploads lend the lock that lets one process at a time work on a shipment. */
export type ShippingNeeds = Pick<Services, 'config' | 'easyship' | 'files' | 'uploads'>

/** The service with this portal's key; null if there is none (INT-007). */
export const targetOf = async (
  { config, easyship }: Pick<ShippingNeeds, 'config' | 'easyship'>,
  tx: Tx,
  portalId: number,
): Promise<EasyshipTarget | null> => {
  const keys = await loadSecrets(tx, config.secret, portalId, 'easyship')
  return keys?.secret_key ? { base_url: config.EASYSHIP_URL ?? EASYSHIP_URL, key: keys.secret_key } : easyship
}
