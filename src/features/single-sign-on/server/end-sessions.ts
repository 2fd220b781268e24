import { endSession } from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ProviderRow } from './store.ts'

type SignedOut = { subject: string | null; sessions: readonly string[]; until: Date }

/**
 * Ends the sessions here that a provider has ended: the ones that it names, or all of a person. What the person began after
 * `until` was not meant. Answers how many there were.
 */
export const endSessionsOf = async (
  tx: Tx,
  ctx: Context,
  provider: ProviderRow,
  { subject, sessions, until }: SignedOut,
): Promise<number> => {
  let meant = tx
    .selectFrom('sign_on_sessions as s')
    .innerJoin('sessions', (join) =>
      join.onRef('sessions.portal_id', '=', 's.portal_id').onRef('sessions.id', '=', 's.session_id'),
    )
    .select(['sessions.id', 'sessions.user_id'])
    .where('s.portal_id', '=', ctx.portal.id)
    .where('s.provider_id', '=', provider.id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.created_at', '<=', until)
  if (sessions.length > 0) meant = meant.where('s.provider_session', 'in', sessions)
  else meant = meant.where('s.subject', '=', subject ?? '')
  const rows = await meant.execute()
  for (const { id, user_id: userId } of rows) {
    await endSession(tx, ctx, id, userId, 'signed out at the provider')
    await logActivity(tx, ctx, {
      action: 'session.end',
      subject_type: 'user',
      subject_id: userId,
      changes: { provider: provider.name },
    })
  }
  return rows.length
}
