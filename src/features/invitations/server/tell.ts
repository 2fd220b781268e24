import { findById } from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { loadSettings } from './settings.ts'
import type { Invitation } from './store.ts'

type Caller = Pick<Context, 'portal' | 'now'>

/** Tells the open screens of who has invited that an invitation has changed (MGR-014, RTM-005). */
export const tellInvitation = (
  tx: Tx,
  {
    id,
    email,
    status,
    course_id,
    manager_id,
  }: Pick<Invitation, 'id' | 'email' | 'status' | 'course_id' | 'manager_id'>,
): Promise<void> =>
  publish(tx, {
    channel: `invites.courses.${course_id}.managers.${manager_id}`,
    event: 'invite.updated',
    data: { id, email, status },
  })

type Answer = 'accepted' | 'declined' | 'undeliverable' | 'expired'
const SWITCHES = {
  accepted: 'tells_accepted',
  declined: 'tells_declined',
  undeliverable: 'tells_failed',
  expired: 'tells_failed',
} as const

/** Tells who has invited how it ended, in their notifications, unless they have switched that off (MGR-019). */
export const tellAnswer = async (tx: Tx, ctx: Caller, invitation: Invitation, answer: Answer): Promise<void> => {
  const { manager_id: userId, course_id: courseId, email, id, sendings } = invitation
  const settings = await loadSettings(tx, { portal_id: ctx.portal.id, user_id: userId })
  if (!settings[SWITCHES[answer]]) return
  const course = await loadCourse(tx, ctx.portal.id, { id: courseId })
  if (!course) return
  const link =
    invitation.payer === 'manager' ? `/courses/managers/${course.slug}/overview?show=invitations` : '/dashboard'
  await notify(tx, ctx, {
    user_id: userId,
    kind: 'invitation',
    data: { course_title: course.title, inviter: '', link, answer, email },
    key: `invitation:${id}:${sendings}:${answer}`,
  })
}

/** The name under which somebody invites. */
export const inviterName = async (tx: Tx, portalId: number, userId: number): Promise<string> => {
  const person = await findById(tx, portalId, userId)
  return person ? displayName(person) : 'Somebody'
}
