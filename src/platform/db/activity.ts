import { topicOf } from '#kernel/activity.ts'
import { actorIdOf, type Context } from '#kernel/context.ts'
import type { Tx } from './db.ts'

export type Activity = {
  /** `noun.verb`, for instance `course.publish`. */
  action: string
  subject_type?: string
  subject_id?: number
  changes?: Record<string, unknown>
}

type Actor = Pick<Context, 'viewer' | 'now' | 'request'> & { portal: Pick<Context['portal'], 'id'> }

/** For changes that a job makes on its own. */
export const NO_REQUEST: Actor['request'] = { id: '', address: '', user_agent: '', is_secure: true }

/** Writes who did what, the impersonating super admin included, into the activity log of the call's portal (REP-005, REP-006). */
export const logActivity = async (tx: Tx, actor: Actor, activity: Activity): Promise<void> => {
  await tx
    .insertInto('activity_logs')
    .values({
      portal_id: actor.portal.id,
      user_id: actorIdOf(actor),
      token_name: actor.viewer?.portal_token ? (actor.viewer.token_name ?? null) : null,
      impersonator_id: actor.viewer?.impersonator_id ?? null,
      action: activity.action,
      topic: topicOf(activity.action),
      subject_type: activity.subject_type ?? null,
      subject_id: activity.subject_id ?? null,
      changes: activity.changes ? JSON.stringify(activity.changes) : null,
      address: actor.request.address,
      created_at: actor.now,
    })
    .execute()
}
