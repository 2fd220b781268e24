import { changedFields } from '#kernel/activity.ts'
import type { SignedIn } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { textsToday } from '#platform/text-messages/day.ts'
import { loadTextLimit, savePortal } from '../store.ts'

/** How many text messages a portal has sent today and may send (TXT-022). */
export const readTextLimit = async (tx: Tx, id: number, now: Date) => {
  const text_limit = await loadTextLimit(tx, id)
  const { sent, limit } = await textsToday(tx, id, now)
  return { text_limit, limit, sent_today: sent }
}

/** Sets how many text messages a portal may send in a day (TXT-024). It counts at once; what was sent today stays counted. */
export const changeTextLimit = async (tx: Tx, ctx: SignedIn, id: number, text_limit: number | null) => {
  const before = await loadTextLimit(tx, id)
  await savePortal(tx, id, { text_limit, updated_at: ctx.now })
  const actor = { ...ctx, portal: { ...ctx.portal, id } }
  const changes = changedFields({ text_limit: before }, { text_limit })
  await logActivity(tx, actor, { action: 'portal.text-limit', subject_type: 'portal', subject_id: id, changes })
  return readTextLimit(tx, id, ctx.now)
}
