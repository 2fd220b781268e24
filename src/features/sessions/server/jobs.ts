import { countMailOnRequest, findByEmail, loadPerson, sendResetLink } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue, handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'

const resetLink = job({ name: 'sessions.reset-link', data: z.object({ portal_id: z.int(), email: z.string() }) })

/**
 * Requests a reset link. The job looks up whether somebody has the address: the call does the same work for every
 * address, so that its duration reveals nothing (AUT-010).
 */
export const requestResetLink = (tx: Tx, ctx: Pick<Context, 'host_portal'>, email: string): Promise<void> =>
  enqueue(tx, resetLink, { portal_id: ctx.host_portal.id, email })

type MailContext = Pick<Context, 'portal' | 'now'>

/** Mails the link to a member of the portal (AUT-052), within the mails an hour of the address (AUT-053). */
const mailResetLink = async (
  tx: Tx,
  ctx: MailContext,
  email: string,
  providerInstead: Services['providerInsteadOfPassword'],
): Promise<void> => {
  const account = await findByEmail(tx, email)
  if (!account) return
  // Where a provider takes the place of passwords, there is none to set.
  if (account.platform_role === null && (await providerInstead(tx, ctx.portal.id, account.email)) !== null) return
  const person = await loadPerson(tx, ctx.portal.id, account.id)
  const isMember = account.platform_role !== null || person !== null
  if (!isMember || !(await countMailOnRequest(tx, account.email, ctx.now))) return
  await sendResetLink(tx, ctx, { user_id: account.id, email: account.email, first_name: person?.first_name ?? null })
}

export const jobs = ({ portalById, providerInsteadOfPassword }: Services): JobHandler[] => [
  handle(resetLink, async ({ portal_id: portalId, email }, { db, now }) => {
    const portal = await portalById(portalId)
    if (portal)
      await db.withPortal(portalId, (tx) => mailResetLink(tx, { portal, now }, email, providerInsteadOfPassword))
  }),
]
