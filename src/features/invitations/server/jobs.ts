import { findByEmail, LINK_MINUTES, loadPerson, makeNamedLink, markUsed } from '#features/accounts/server/api.ts'
import { loadCourse } from '#features/courses/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { enqueue, handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { type StoredMail, sendMail } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { isOpen } from '../rules/status.ts'
import { closeInvitation } from './actions/close-invitation.ts'
import { loadSettings } from './settings.ts'
import { loadDue, lockByMail, lockInvitation, saveInvitation } from './store.ts'
import { inviterName, tellAnswer } from './tell.ts'

const Sending = z.object({ portal_id: z.int(), id: z.int(), sendings: z.int() })
const send = job({ name: 'invitations.send', data: Sending })
const close = job({ name: 'invitations.close', data: z.object({}) })

/** Until when an invitation that is sent now can be answered (AUT-041). */
export const whenItExpires = (now: Date): Date => new Date(now.getTime() + LINK_MINUTES.invite * 60_000)

/** Lets a job write the mail of an invitation: it takes longer than the locks of the credits should be held. */
export const sendInvitation = (
  tx: Tx,
  ctx: Pick<Context, 'portal'>,
  { id, sendings }: { id: number; sendings: number },
): Promise<void> => enqueue(tx, send, { portal_id: ctx.portal.id, id, sendings })

/** What a job or a message has instead of a call. */
const contextOf = (portal: PortalContext, now: Date): Context => ({
  portal,
  host_portal: portal,
  viewer: null,
  scope: 'any',
  now,
  request: { id: 'job', address: '', user_agent: '', is_secure: true },
})

/**
 * Writes the mail of an invitation with a new link, once for each sending; a member of the portal is notified in the bell as
 * well. Nothing is sent when the invitation has been closed or sent again in the meantime.
 */
const mailInvitation = async (tx: Tx, ctx: Context, { id, sendings }: z.output<typeof Sending>): Promise<void> => {
  const portalId = ctx.portal.id
  const invitation = await lockInvitation(tx, portalId, id)
  if (!invitation || !isOpen(invitation.status) || invitation.sendings !== sendings) return
  const course = await loadCourse(tx, portalId, { id: invitation.course_id })
  if (!course) return
  const { email, manager_id: managerId } = invitation
  const minutes = Math.floor((invitation.expires_at.getTime() - ctx.now.getTime()) / 60_000)
  if (minutes < 1) return
  const link = await makeNamedLink(tx, ctx, { user_id: null, email, type: 'invite', minutes })
  const path = `/invitation?token=${link.token}`
  const inviter = await inviterName(tx, portalId, managerId)
  const { invitation_text: text } = await loadSettings(tx, { portal_id: portalId, user_id: managerId })
  const mailId = await sendMail(tx, {
    portal_id: portalId,
    to: email,
    template: 'invitation',
    key: `invitation:${id}:${sendings}`,
    data: {
      first_name: invitation.first_name,
      course_title: course.title,
      inviter,
      text,
      link: `${ctx.portal.origin}${path}`,
      decline_link: `${ctx.portal.origin}${path}&answer=decline`,
      minutes: LINK_MINUTES.invite,
    },
  })
  // The mail of this sending is written already, by a run whose end the queue did not see; its link stays the one that opens.
  if (mailId === null) return markUsed(tx, ctx, link.id)
  if (invitation.link_id !== null) await markUsed(tx, ctx, invitation.link_id)
  await saveInvitation(tx, { portal_id: portalId, id, now: ctx.now }, { link_id: link.id, mail_id: mailId })
  const account = await findByEmail(tx, email)
  if (account && (await loadPerson(tx, portalId, account.id)))
    await notify(tx, ctx, {
      user_id: account.id,
      kind: 'invitation',
      data: { course_title: course.title, inviter, link: path },
      key: `invited:${id}:${sendings}`,
    })
}

type Portals = Services['portalById']

/** A mail that will never arrive makes its invitation fail, and the credit goes back (MGR-002). */
export const failUndelivered =
  (portalById: Portals, now: () => Date) =>
  async (tx: Tx, mail: StoredMail): Promise<void> => {
    if (mail.template !== 'invitation' || mail.portal_id === null) return
    const portal = await portalById(mail.portal_id)
    const invitation = portal && (await lockByMail(tx, portal.id, mail.id))
    if (!invitation || !isOpen(invitation.status)) return
    const ctx = contextOf(portal, now())
    await closeInvitation(tx, ctx, invitation, { failure: 'undeliverable' })
    await tellAnswer(tx, ctx, invitation, 'undeliverable')
  }

const AT_ONCE = 500

/** Closes what no answer can reach any more: links that ran out, and people who came into the course in another way. */
export const closeDue = async (db: Db, now: Date, portalById: Portals): Promise<number> => {
  const due = await db.withPlatform((tx) => loadDue(tx, now, AT_ONCE), 'read only')
  let closed = 0
  for (const { portal_id: portalId, id, failure } of due) {
    const portal = await portalById(portalId)
    if (!portal) continue
    const ctx = contextOf(portal, now)
    await db.withPortal(portalId, async (tx) => {
      const invitation = await lockInvitation(tx, portalId, id)
      if (!invitation || !isOpen(invitation.status)) return
      if (failure === 'expired' && invitation.expires_at > now) return
      await closeInvitation(tx, ctx, invitation, { failure })
      if (failure === 'expired') await tellAnswer(tx, ctx, invitation, 'expired')
      closed += 1
    })
  }
  return due.length < AT_ONCE ? closed : closed + (await closeDue(db, now, portalById))
}

export const jobs = ({ portalById }: Services): JobHandler[] => [
  handle(send, async (data, { db, now }) => {
    const portal = await portalById(data.portal_id)
    if (portal) await db.withPortal(portal.id, (tx) => mailInvitation(tx, contextOf(portal, now), data))
  }),
  handle(
    close,
    async (_data, { db, now }) => {
      await closeDue(db, now, portalById)
    },
    { cron: '*/5 * * * *' },
  ),
]
