import { loadSecrets } from '#features/integrations/server/api.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { type TextTarget, TWILIO_URL } from '#platform/text-messages/twilio.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** Replaces the text message service for portals without an account; null if there is none. */
    twilio: TextTarget | null
  }
}

export type TextNeeds = Pick<Services, 'config' | 'twilio'>

/** The service with this portal's account; null if there is none (TXT-002). */
export const targetOf = async ({ config, twilio }: TextNeeds, tx: Tx, portalId: number): Promise<TextTarget | null> => {
  const keys = await loadSecrets(tx, config.secret, portalId, 'twilio')
  if (!keys?.['account_sid'] || !keys['secret_key'] || !keys['sender']) return twilio
  return {
    base_url: config.TWILIO_URL ?? TWILIO_URL,
    account_sid: keys['account_sid'],
    auth_token: keys['secret_key'],
    sender: keys['sender'],
  }
}

export const hasTexts = async (needs: TextNeeds, tx: Tx, portalId: number): Promise<boolean> =>
  (await targetOf(needs, tx, portalId)) !== null

/** As `targetOf`; without one ERR-215. */
export const requireTarget = async (needs: TextNeeds, tx: Tx, portalId: number): Promise<TextTarget> => {
  const target = await targetOf(needs, tx, portalId)
  if (!target) throw fail('texts_not_set_up')
  return target
}

export const CALLBACK_PATH = '/api/v1/integrations/twilio/callback'
