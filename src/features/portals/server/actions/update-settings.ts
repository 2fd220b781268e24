import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { isTimeZone } from '#kernel/format/day.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { updateSettings } from '../../contract.ts'
import type { updateTerms } from '../../contract-terms.ts'
import { losesShop, mayChooseType } from '../../rules/settings.ts'
import { normalTheme } from '../../rules/theme.ts'
import { portalChanged } from '../changed.ts'
import { forgetBadgeSessions, lockPortal, portalBefore, savePortal } from '../store.ts'

const logged = (tx: Tx, ctx: SignedIn, action: string, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action, subject_type: 'portal', subject_id: ctx.portal.id, changes })

/** Saves the settings of the portal; a type that was chosen before is refused with `invalid`, one that has no shop while there is one with `shop_would_close` (PRT-034, PRT-035, PRT-060, PRT-076). */
export const saveSettings = async (
  tx: Tx,
  ctx: SignedIn,
  body: Input<typeof updateSettings>['body'],
): Promise<void> => {
  const portal = await lockPortal(tx, ctx.portal.id)
  if (!portal) throw fail('not_found')
  if (body.type !== undefined && !mayChooseType(portal.type as 1 | 2 | null, body.type))
    throw fail('invalid', { field: 'type', message: 'The type of a portal cannot be changed once it has been chosen.' })
  const present = { type: portal.type as 1 | 2 | null, is_marketable: portal.is_marketable }
  const { type = present.type, is_marketable: isMarketable = present.is_marketable } = body
  if (losesShop(present, { type, is_marketable: isMarketable })) throw fail('shop_would_close')
  if (body.time_zone !== undefined && !isTimeZone(body.time_zone))
    throw fail('invalid', { fields: { time_zone: [errorText('not_in_options')] } })
  const changes = normalTheme(body)
  const before = await portalBefore(tx, portal.id, Object.keys(changes))
  await savePortal(tx, portal.id, { ...changes, updated_at: ctx.now })
  await logged(tx, ctx, 'portal.update-settings', changedFields(before, changes))
  await portalChanged(tx, portal.id)
  if (portal.has_badges && changes.has_badges === false) await forgetBadgeSessions(tx, portal.id)
}

/** Saves the portal's own terms, cleaned; without anything to read they are empty (PRT-022, PRT-057). */
export const saveTerms = async (
  tx: Tx,
  ctx: SignedIn,
  { terms }: Input<typeof updateTerms>['body'],
): Promise<string | null> => {
  const clean = cleanHtmlOrNull('full', terms)
  const before = await portalBefore(tx, ctx.portal.id, ['terms'])
  await savePortal(tx, ctx.portal.id, { terms: clean, updated_at: ctx.now })
  await logged(tx, ctx, 'portal.update-terms', changedFields(before, { terms: clean }))
  await portalChanged(tx, ctx.portal.id)
  return clean
}
