import { changedFields } from '#kernel/activity.ts'
import type { PortalContext, SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { textsToday } from '#platform/text-messages/day.ts'
import { loadTextLimit, savePortal } from '../store.ts'

/** How many text messages a portal has sent today and may send (TXT-022). */
export const readTextLimit = async (tx: Tx, id: number, now: Date) => {
  const text_limit = await loadTextLimit(tx, id)
  const { sent, limit } = await textsToday(tx, id, now)
  return { text_limit, limit, sent_today: sent }
}

/**
 * Sets how many text messages a portal may send in a day (TXT-024). It counts at once; what was sent today stays counted, and a
 * limit below it brings the notices at once (TXT-028).
 */
export const changeTextLimit = async (
  { textLimitChanged }: Pick<Services, 'textLimitChanged'>,
  tx: Tx,
  ctx: SignedIn,
  portal: PortalContext,
  text_limit: number | null,
) => {
  const { id } = portal
  const before = await loadTextLimit(tx, id)
  await savePortal(tx, id, { text_limit, updated_at: ctx.now })
  const actor = { ...ctx, portal: { ...ctx.portal, id } }
  const changes = changedFields({ text_limit: before }, { text_limit })
  await logActivity(tx, actor, { action: 'portal.text-limit', subject_type: 'portal', subject_id: id, changes })
  await textLimitChanged(tx, { portal, now: ctx.now })
  return readTextLimit(tx, id, ctx.now)
}
