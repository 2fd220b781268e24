import {
  createOwnAccount,
  findByEmail,
  findLinkId,
  loadPerson,
  markUsed,
  providerFor,
} from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { activeLearnerIn, enrollLearner } from '#features/enrollments/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { INVITATION, isOpen } from '../../rules/status.ts'
import { loadSettings } from '../settings.ts'
import { type Invitation, loadByLink, lockByLink, saveInvitation } from '../store.ts'
import { inviterName, tellAnswer, tellInvitation } from '../tell.ts'
import { closeInvitation } from './close-invitation.ts'

/** The open invitation of a token, locked; `token_invalid`, `link_expired` or `invitation_closed` otherwise. */
const lockOpen = async (tx: Tx, ctx: Context, token: string): Promise<Invitation> => {
  const linkId = await findLinkId(tx, ctx, 'invite', token)
  const invitation = linkId === null ? null : await lockByLink(tx, ctx.portal.id, linkId)
  if (!invitation) throw fail('token_invalid')
  if (!isOpen(invitation.status)) throw fail('invitation_closed')
  if (invitation.expires_at <= ctx.now) throw fail('link_expired')
  return invitation
}

/** What accepting takes of the person who looks at the invitation. */
const needsOf = async (tx: Tx, ctx: Context, { email, provider }: { email: string; provider: string | null }) => {
  const account = await findByEmail(tx, email)
  if (ctx.viewer) return account?.id === ctx.viewer.user_id ? ('nothing' as const) : ('other_account' as const)
  if (provider !== null && !account?.platform_role) return 'provider' as const
  return account ? ('sign_in' as const) : ('password' as const)
}

/** An invitation as its page shows it, open or not (MGR-023). */
export const showInvitation = async (tx: Tx, ctx: Context, token: string) => {
  const linkId = await findLinkId(tx, ctx, 'invite', token)
  const invitation = linkId === null ? null : await loadByLink(tx, ctx.portal.id, linkId)
  const course = invitation && (await loadCourse(tx, ctx.portal.id, { id: invitation.course_id }))
  if (!invitation || !course) throw fail('token_invalid')
  const { email, first_name, last_name, status, expires_at, manager_id } = invitation
  const provider = await providerFor(tx, ctx.portal.id, email)
  const needs = await needsOf(tx, ctx, { email, provider })
  const { invitation_text: text } = await loadSettings(tx, { portal_id: ctx.portal.id, user_id: manager_id })
  return {
    email,
    first_name,
    last_name,
    status,
    is_open: isOpen(status) && expires_at > ctx.now,
    expires_at,
    inviter: await inviterName(tx, ctx.portal.id, manager_id),
    text,
    course: {
      slug: course.slug,
      title: course.title,
      description: course.description,
      thumbnail: course.thumbnail,
    },
    needs,
    provider,
    related_id: needs === 'nothing' ? invitation.enrollment_id : null,
  }
}

type Acceptance = {
  first_name?: string | undefined
  last_name?: string | undefined
  password?: string | undefined
}

/** Who accepts: the person who is signed in as the invited e-mail, or a new account with this password (MGR-008). */
const findInvited = async (tx: Tx, ctx: Context, invitation: Invitation, input: Acceptance) => {
  const { email } = invitation
  const account = await findByEmail(tx, email)
  if (ctx.viewer || account) {
    if (ctx.viewer && account?.id === ctx.viewer.user_id) return { user_id: account.id, is_new: false }
    throw fail('invitation_for_other', { params: { email } })
  }
  const provider = await providerFor(tx, ctx.portal.id, email)
  if (provider !== null) throw fail('password_sign_in_off', { params: { provider } })
  if (!input.password) throw fail('invalid', { fields: { password: [errorText('required')] } })
  const user_id = await createOwnAccount(tx, ctx, {
    email,
    password: input.password,
    first_name: input.first_name?.trim() || invitation.first_name,
    last_name: input.last_name?.trim() || invitation.last_name,
  })
  return { user_id, is_new: true }
}

/** Writes as the person who has accepted, whether or not they were signed in when they did. */
const asPerson = (ctx: Context, userId: number): Context =>
  ctx.viewer ? ctx : { ...ctx, viewer: { user_id: userId, impersonator_id: null } as Context['viewer'] }

export type Accepted = { user_id: number; is_new: boolean; related_id: number; course_slug: string }

/**
 * Accepts an invitation: the reserved credit becomes the use of the enrollment, all in one transaction (MGR-007, MGR-008).
 * Somebody who came into the course in another way meanwhile gets that enrollment, and the credit goes back.
 */
export const acceptInvitation = async (tx: Tx, ctx: Context, token: string, input: Acceptance): Promise<Accepted> => {
  const invitation = await lockOpen(tx, ctx, token)
  const portalId = ctx.portal.id
  const { course_id, manager_id, movement_id, payer } = invitation
  const course = await loadCourse(tx, portalId, { id: course_id })
  if (!course) throw fail('token_invalid')
  const { user_id, is_new } = await findInvited(tx, ctx, invitation, input)
  const person = asPerson(ctx, user_id)
  const answer = { user_id, is_new, course_slug: course.slug }
  if (!(await loadPerson(tx, portalId, user_id))) throw fail('not_your_portal')
  const active = await activeLearnerIn(tx, ctx, { user_id, course_id })
  if (active !== null) {
    await closeInvitation(tx, person, invitation, { failure: 'enrolled' })
    return { ...answer, related_id: active }
  }
  const holder =
    payer === 'manager'
      ? ({ kind: 'manager', course_id, user_id: manager_id } as const)
      : ({ kind: 'portal', course_id } as const)
  const { id } = await enrollLearner(tx, person, {
    user_id,
    course_id,
    grant: { kind: 'reserved', movement_id, holder },
  })
  const change = { status: INVITATION.accepted, accepted_at: ctx.now, enrollment_id: id }
  await saveInvitation(tx, { portal_id: portalId, id: invitation.id, now: ctx.now }, change)
  if (invitation.link_id !== null) await markUsed(tx, ctx, invitation.link_id)
  await tellInvitation(tx, { ...invitation, ...change })
  await tellAnswer(tx, ctx, invitation, 'accepted')
  await logActivity(tx, person, {
    action: 'invitation.accept',
    subject_type: 'invitation',
    subject_id: invitation.id,
    changes: { course_id, enrollment_id: id },
  })
  return { ...answer, related_id: id }
}

/** Declines an invitation: everybody who has its link may, and its credit goes back (MGR-007). */
export const declineInvitation = async (tx: Tx, ctx: Context, token: string) => {
  const invitation = await lockOpen(tx, ctx, token)
  await closeInvitation(tx, ctx, invitation, { status: INVITATION.declined })
  await tellAnswer(tx, ctx, invitation, 'declined')
  const course = await loadCourse(tx, ctx.portal.id, { id: invitation.course_id })
  return {
    course_title: course?.title ?? '',
    inviter: await inviterName(tx, ctx.portal.id, invitation.manager_id),
  }
}
