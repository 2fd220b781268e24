import { keptForSignIns } from '#kernel/access/text-limit.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { textsToday } from '#platform/text-messages/day.ts'
import { type Service, showIntegrations, updateIntegrations } from '../contract.ts'
import { deleteIntegration, loadSecrets, loadSettings, saveIntegration } from './store.ts'

/** The last four characters, which tell one key from another; of a short key none. */
const masked = (key: string): string => `••••${key.length >= 12 ? key.slice(-4) : ''}`

const show = async (tx: Tx, ctx: Pick<SignedIn, 'portal' | 'now'>): Promise<Output<typeof showIntegrations>> => {
  const { cloud_scorm: cloud, easyship, twilio } = await loadSettings(tx, ctx.portal.id)
  const { sent, limit } = await textsToday(tx, ctx.portal.id, ctx.now)
  return {
    data: {
      cloud_scorm: {
        is_set: cloud !== undefined,
        app_id: cloud?.app_id ?? null,
        secret_key: cloud?.secret_key ?? null,
      },
      easyship: { is_set: easyship !== undefined, secret_key: easyship?.secret_key ?? null },
      twilio: {
        is_set: twilio !== undefined,
        account_sid: twilio?.['account_sid'] ?? null,
        sender: twilio?.['sender'] ?? null,
        secret_key: twilio?.secret_key ?? null,
      },
      text_messages: { sent_today: sent, limit, kept_for_sign_ins: keptForSignIns(limit) },
    },
  }
}

/** The keys of outside services (INT-006, PRT-066). `secret` seals them. */
export const routes = ({ secret }: Services): Route[] => {
  const save = async (tx: Tx, ctx: SignedIn, service: Service, settings: Record<string, string>, key: string) =>
    saveIntegration(tx, secret, {
      portal_id: ctx.portal.id,
      service,
      settings: { ...settings, secret_key: masked(key) },
      secrets: { ...settings, secret_key: key },
      user_id: ctx.viewer.user_id,
      now: ctx.now,
    })

  /** The key that was sent, or else the one that is saved; the first one is required. */
  const keyOf = async (tx: Tx, ctx: SignedIn, service: Service, sent: string | undefined): Promise<string> => {
    const key = sent ?? (await loadSecrets(tx, secret, ctx.portal.id, service))?.secret_key
    if (!key) throw fail('invalid', { fields: { [`${service}.secret_key`]: [errorText('required')] } })
    return key
  }
  return [
    route(showIntegrations, ({ tx, ctx }) => show(tx, ctx)),
    route(updateIntegrations, async ({ tx, ctx, body }) => {
      const { cloud_scorm: cloud, easyship, twilio } = body
      if (cloud) {
        const key = await keyOf(tx, ctx, 'cloud_scorm', cloud.secret_key)
        await save(tx, ctx, 'cloud_scorm', { app_id: cloud.app_id }, key)
      } else if (cloud === null) await deleteIntegration(tx, ctx.portal.id, 'cloud_scorm')
      if (easyship) await save(tx, ctx, 'easyship', {}, easyship.secret_key)
      else if (easyship === null) await deleteIntegration(tx, ctx.portal.id, 'easyship')
      if (twilio) {
        const key = await keyOf(tx, ctx, 'twilio', twilio.secret_key)
        await save(tx, ctx, 'twilio', { account_sid: twilio.account_sid, sender: twilio.sender }, key)
      } else if (twilio === null) await deleteIntegration(tx, ctx.portal.id, 'twilio')
      const named = Object.entries(body).filter(([, credentials]) => credentials !== undefined)
      await logActivity(tx, ctx, {
        action: 'integrations.update',
        // Never a key: only which services were set or taken away.
        changes: Object.fromEntries(
          named.map(([service, credentials]) => [service, credentials === null ? 'removed' : 'set']),
        ),
      })
      return show(tx, ctx)
    }),
  ]
}
