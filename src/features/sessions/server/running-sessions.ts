import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { deviceWords } from '../rules/device-words.ts'
import { SESSION_SECONDS } from './viewer-directory.ts'

const MOST_SHOWN = 200
const REASON = 'signed out from the list of sessions'

/** The portal whose sessions alone a badge reaches; null where every portal counts. */
const onlyPortal = ({ viewer, host_portal: portal }: SignedIn): number | null => (viewer.is_by_badge ? portal.id : null)

/**
 * The running sessions of the viewer's account in all portals, the last used first (AUT-071). A badge shows those of its portal
 * alone, and ends no others (BDG-021).
 */
export const runningSessions = async (tx: Tx, ctx: SignedIn) => {
  const { viewer, now } = ctx
  const portalId = onlyPortal(ctx)
  const rows = await overAllPortals(tx, () =>
    tx
      .selectFrom('sessions as s')
      .innerJoin('portals as p', 'p.id', 's.portal_id')
      .select(['s.id', 's.address', 's.user_agent', 's.created_at', 's.last_seen_at', 's.impersonator_id'])
      .select('p.name as portal_name')
      .where('s.user_id', '=', viewer.user_id)
      .where('s.ended_at', 'is', null)
      .$if(portalId !== null, (query) => query.where('s.portal_id', '=', portalId ?? 0))
      .where('s.last_seen_at', '>', new Date(now.getTime() - SESSION_SECONDS * 1000))
      .orderBy('s.last_seen_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MOST_SHOWN)
      .execute(),
  )
  return rows.map(({ user_agent, impersonator_id, ...row }) => ({
    ...row,
    device: deviceWords(user_agent),
    is_current: row.id === viewer.session_id,
    is_impersonation: impersonator_id !== null,
  }))
}

/** Ends one of the viewer's sessions, wherever it is; its sockets and pages end with it (AUT-072). */
export const endOne = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const portalId = onlyPortal(ctx)
  const ended = await overAllPortals(tx, () =>
    tx
      .updateTable('sessions')
      .set({ ended_at: ctx.now, end_reason: REASON })
      .where('user_id', '=', ctx.viewer.user_id)
      .where('id', '=', id)
      .$if(portalId !== null, (query) => query.where('portal_id', '=', portalId ?? 0))
      .where('ended_at', 'is', null)
      .returning('user_agent')
      .executeTakeFirst(),
  )
  if (!ended) throw fail('not_found')
  await logActivity(tx, ctx, { action: 'session.end_other', changes: { device: deviceWords(ended.user_agent) } })
  await forgetViewer(tx, ctx.viewer.user_id)
}

/** Ends all sessions of the viewer's account but the one of the call (AUT-072). */
export const endOthers = async (tx: Tx, ctx: SignedIn): Promise<void> => {
  const portalId = onlyPortal(ctx)
  const ended = await overAllPortals(tx, () =>
    tx
      .updateTable('sessions')
      .set({ ended_at: ctx.now, end_reason: REASON })
      .where('user_id', '=', ctx.viewer.user_id)
      .where('id', '<>', ctx.viewer.session_id)
      .$if(portalId !== null, (query) => query.where('portal_id', '=', portalId ?? 0))
      .where('ended_at', 'is', null)
      .returning('id')
      .execute(),
  )
  await logActivity(tx, ctx, { action: 'session.end_others', changes: { count: ended.length } })
  await forgetViewer(tx, ctx.viewer.user_id)
}
