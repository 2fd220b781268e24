import { findByEmail } from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { notEnough, openPurse, type Payer, reserveFrom, tellCredits } from '#features/credits/server/api.ts'
import { ALREADY_LEARNER, isActiveLearner, isManagerOf, requireOpenCourse } from '#features/enrollments/server/api.ts'
import { isMailOn } from '#features/notifications/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { type AppError, errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Tx, together } from '#platform/db/db.ts'
import { INVITATION } from '../../rules/status.ts'
import { sendInvitation, whenItExpires } from '../jobs.ts'
import { insertInvitation, loadOpenEmails, loadShown, type ShownInvitation } from '../store.ts'
import { tellInvitation } from '../tell.ts'

/** Somebody to invite; the row is that of the sheet they come from. */
export type Invitee = { email: string; first_name?: string | null; last_name?: string | null; row?: number }
type Refusal = { email: string; row: number | null; code: string; message: string }
export type Invited = {
  course: { id: number; title: string }
  invited: ShownInvitation[]
  refused: Refusal[]
  remaining: number
}

const MAIL_IS_OFF =
  'Invitation e-mails are turned off for this course, so nobody was invited. Turn them on in the course’s notifications, or enroll people directly.'

/** A course to which people can be invited now: open for new learners (USR-043, ORD-047), and its invitations are mailed. */
export const requireInvitable = async (tx: Tx, ctx: SignedIn, courseId: number) => {
  const course = await requireOpenCourse(tx, ctx, courseId)
  if (!(await isMailOn(tx, ctx.portal.id, courseId, 'invitation'))) throw fail('invalid', { message: MAIL_IS_OFF })
  return course
}

const refuse = (code: AppError['code'], message: string) => ({ code, message })

/** Why each of these e-mails cannot be invited to the course; those that can are missing. */
export const refusalsOf = async (tx: Tx, ctx: SignedIn, courseId: number, emails: readonly string[]) => {
  const refusals = new Map<string, { code: string; message: string }>()
  if (emails.length === 0) return refusals
  const [open, accounts] = await together([
    loadOpenEmails(tx, ctx.portal.id, courseId, emails),
    together(emails.map((email) => findByEmail(tx, email))),
  ])
  const learning = await together(
    accounts.map((account) =>
      account ? isActiveLearner(tx, ctx, { user_id: account.id, course_id: courseId }) : false,
    ),
  )
  for (const [at, email] of emails.entries()) {
    if (open.has(email)) refusals.set(email, refuse('invalid', 'This person has an open invitation to the course.'))
    else if (learning[at]) refusals.set(email, refuse('invalid', ALREADY_LEARNER))
  }
  return refusals
}

/** Each e-mail once, in one order for all calls, and the rows that cannot be used. */
const sortInvitees = (people: readonly Invitee[]) => {
  const byEmail = new Map<string, Invitee>()
  const refused: Refusal[] = []
  for (const person of people) {
    const email = canonicalEmail(person.email)
    if (email === null)
      refused.push({
        email: person.email,
        row: person.row ?? null,
        code: 'email_invalid',
        message: errorText('email_invalid'),
      })
    else if (!byEmail.has(email)) byEmail.set(email, { ...person, email })
    else if (person.row !== undefined)
      refused.push({
        email,
        row: person.row,
        code: 'invalid',
        message: 'This e-mail is in the sheet more than once. It was invited once.',
      })
  }
  return { people: [...byEmail.values()].sort((a, b) => (a.email < b.email ? -1 : 1)), refused }
}

/** Everybody of a request, sorted out under the lock of the credits that pay for them. */
const prepare = async (
  tx: Tx,
  ctx: SignedIn,
  { slug, people: requested }: { slug: string; people: readonly Invitee[] },
) => {
  const portalId = ctx.portal.id
  const isOwn = ctx.scope === 'own'
  const userId = ctx.viewer.user_id
  const named = await loadCourse(tx, portalId, { slug })
  if (!named || (isOwn && !(await isManagerOf(tx, portalId, named.id, userId)))) throw fail('not_found')
  const course = await requireInvitable(tx, ctx, named.id)
  const payer: Payer = isOwn
    ? { kind: 'manager', course_id: course.id, user_id: userId }
    : { kind: 'portal', course_id: course.id }
  const { people, refused } = sortInvitees(requested)
  // Everybody who reserves credits of the course waits here, so that nobody is invited twice at once.
  const purse = await openPurse(tx, ctx, payer)
  const refusals = await refusalsOf(
    tx,
    ctx,
    course.id,
    people.map(({ email }) => email),
  )
  for (const { email, row } of people) {
    const refusal = refusals.get(email)
    if (refusal) refused.push({ email, row: row ?? null, ...refusal })
  }
  refused.sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
  return { course, payer, purse, refused, invitees: people.filter(({ email }) => !refusals.has(email)) }
}

/** What inviting these people would do, without doing it. */
export const previewInvitations = async (
  tx: Tx,
  ctx: SignedIn,
  request: { slug: string; people: readonly Invitee[] },
) => {
  const { course, purse, refused, invitees } = await prepare(tx, ctx, request)
  return {
    course: { id: course.id, title: course.title },
    invited: [],
    refused,
    ready: invitees
      .map(({ email, first_name, last_name, row }) => ({
        email,
        first_name: first_name || null,
        last_name: last_name || null,
        row: row ?? 0,
      }))
      .sort((a, b) => a.row - b.row),
    remaining: purse.remaining,
  }
}

/**
 * Invites people to a course, each with one reserved credit: a manager's own, for others the portal's (MGR-007, CRD-032).
 * Who is a learner or invited already is answered as refused while the others are invited; when nobody can be, the first
 * reason is thrown. With fewer credits than people nobody is invited (ERR-061, ERR-062; MGR-021). The mails leave when
 * this has been committed.
 */
export const invitePeople = async (
  tx: Tx,
  ctx: SignedIn,
  request: { slug: string; people: readonly Invitee[] },
): Promise<Invited> => {
  const portalId = ctx.portal.id
  const userId = ctx.viewer.user_id
  const { course, payer, purse, refused, invitees } = await prepare(tx, ctx, request)
  const [first] = refused
  if (invitees.length === 0)
    throw fail('invalid', { fields: { emails: [first?.message ?? 'Please add at least one e-mail.'] } })
  if (purse.remaining < invitees.length) throw notEnough(payer)

  const ids: number[] = []
  let movementId: number | null = null
  for (const { email, first_name = null, last_name = null } of invitees) {
    movementId = await reserveFrom(tx, ctx, purse)
    const id = await insertInvitation(tx, {
      portal_id: portalId,
      course_id: course.id,
      manager_id: userId,
      payer: payer.kind === 'manager' ? 'manager' : 'portal',
      email,
      first_name: first_name || null,
      last_name: last_name || null,
      movement_id: movementId,
      sent_at: ctx.now,
      expires_at: whenItExpires(ctx.now),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    ids.push(id)
    await sendInvitation(tx, ctx, { id, sendings: 1 })
    await tellInvitation(tx, { id, email, status: INVITATION.invited, course_id: course.id, manager_id: userId })
  }
  if (movementId !== null) await tellCredits(tx, ctx, { id: movementId, course_id: course.id })
  await logActivity(tx, ctx, {
    action: 'invitation.create',
    subject_type: 'course',
    subject_id: course.id,
    changes: { emails: invitees.map(({ email }) => email) },
  })
  return {
    course: { id: course.id, title: course.title },
    invited: await loadShown(tx, portalId, ids),
    refused,
    remaining: purse.remaining,
  }
}
