import { loadSecrets } from '#features/integrations/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { CLOUD_SCORM_URL, type CloudScormTarget } from '#platform/packages/cloud-scorm.ts'
import { sign } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'

export type CloudNeeds = Pick<Services, 'config' | 'cloudScorm'>

/** The service with this portal's key; null if there is none (INT-008). */
export const targetOf = async (
  { config, cloudScorm }: CloudNeeds,
  tx: Tx,
  portalId: number,
): Promise<CloudScormTarget | null> => {
  const keys = await loadSecrets(tx, config.secret, portalId, 'cloud_scorm')
  if (!keys?.app_id || !keys.secret_key) return cloudScorm
  const { app_id, secret_key } = keys
  return { base_url: config.CLOUD_SCORM_URL ?? CLOUD_SCORM_URL, keys: { app_id, secret_key } }
}

/** The password with which the service reports about one registration, and about no other. */
export const passwordOf = (secret: string, registrationId: string): string =>
  sign(secret, 'cloud-scorm post back', registrationId)
