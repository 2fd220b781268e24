import { loadSecrets } from '#features/integrations/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { Uploads } from '#platform/files/tus/uploads.ts'
import type { Config } from '#platform/process/config.ts'
import { EASYSHIP_URL, type EasyshipTarget } from './easyship.ts'

export type ShippingNeeds = {
  config: Pick<Config, 'secret' | 'EASYSHIP_URL'>
  /** Takes the place of the service where a portal has no key; null in production. */
  standin: EasyshipTarget | null
  files: Files
  /** Lets one process at a time work on a shipment. */
  uploads: Pick<Uploads, 'locker'>
}

/** The service as this portal uses it, with its own key; null where there is none (INT-007). */
export const targetOf = async (
  { config, standin }: Pick<ShippingNeeds, 'config' | 'standin'>,
  tx: Tx,
  portalId: number,
): Promise<EasyshipTarget | null> => {
  const keys = await loadSecrets(tx, config.secret, portalId, 'easyship')
  return keys?.secret_key ? { base_url: config.EASYSHIP_URL ?? EASYSHIP_URL, key: keys.secret_key } : standin
}
