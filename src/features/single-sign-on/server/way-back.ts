import { countMailOnRequest, findByEmail, loadPerson } from '#features/accounts/server/api.ts'
import { firstRole, isBlocked, rolesOf, startSession } from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { enqueue, handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'

/** How long a mailed sign-in link opens the portal. */
const MINUTES = 15

const wayBack = job({ name: 'single-sign-on.way-back', data: z.object({ portal_id: z.int(), email: z.string() }) })

/** Requests a link. A job looks the address up: the call does the same work for every address (AUT-010). */
export const requestWayBack = (tx: Tx, ctx: Context, email: string): Promise<void> =>
  enqueue(tx, wayBack, { portal_id: ctx.host_portal.id, email })

type MailContext = Pick<Context, 'portal' | 'now'>

const isAdmin = async (tx: Tx, portalId: number, account: { id: number; platform_role: string | null }) =>
  (await rolesOf(tx, portalId, { ...account, platform_role: null })).includes('portal_admin')

const mailWayBack = async (tx: Tx, ctx: MailContext, email: string): Promise<void> => {
  const account = await findByEmail(tx, email)
  const person = account && (await loadPerson(tx, ctx.portal.id, account.id))
  if (!person || account.platform_role !== null || (await isBlocked(tx, ctx.portal.id, account))) return
  if (!(await isAdmin(tx, ctx.portal.id, account))) return
  if (!(await countMailOnRequest(tx, account.email, ctx.now))) return
  const token = randomToken()
  await tx
    .insertInto('sign_on_ways_back')
    .values({
      portal_id: ctx.portal.id,
      user_id: account.id,
      token_hash: hashToken(token),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + MINUTES * 60_000),
    })
    .execute()
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: account.email,
    template: 'sign-in-link',
    data: {
      first_name: person.first_name,
      link: `${ctx.portal.origin}/sign-on/way-back?token=${token}`,
      minutes: MINUTES,
    },
  })
}

/** Signs an admin of the portal in with a mailed link, once, whatever the portal says of passwords (SSO-012). */
export const enterByWayBack = async (
  tx: Tx,
  ctx: Context,
  token: string,
  /** Throws when a second factor is asked for first (AUT-057): a mailbox is one factor alone. */
  beforeSession: (account: { id: number }) => Promise<void>,
) => {
  const portalId = ctx.host_portal.id
  const row = await tx
    .selectFrom('sign_on_ways_back')
    .select(['id', 'user_id', 'expires_at'])
    .where('portal_id', '=', portalId)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const account =
    row &&
    (await tx
      .selectFrom('users')
      .select(['id', 'platform_role', 'is_blocked'])
      .where('id', '=', row.user_id)
      .executeTakeFirst())
  if (!row || !account || account.platform_role !== null || !(await isAdmin(tx, portalId, account)))
    throw fail('token_invalid')
  if (row.expires_at <= ctx.now) throw fail('link_expired')
  if (await isBlocked(tx, portalId, account)) throw fail('account_blocked')
  await tx
    .updateTable('sign_on_ways_back')
    .set({ used_at: ctx.now })
    .where('portal_id', '=', portalId)
    .where('id', '=', row.id)
    .execute()
  await beforeSession(account)
  const role = firstRole(await rolesOf(tx, portalId, { id: account.id, platform_role: null }))
  const session = await startSession(tx, ctx, { user_id: account.id, role })
  const as: Context = { ...ctx, viewer: { user_id: account.id, impersonator_id: null } as Context['viewer'] }
  await logActivity(tx, as, { action: 'session.start', changes: { is_by_link: true } })
  return { token: session, role, user_id: account.id }
}

export const wayBackJobs = ({ portalById }: Services): JobHandler[] => [
  handle(wayBack, async ({ portal_id: portalId, email }, { db, now }) => {
    const portal = await portalById(portalId)
    if (portal) await db.withPortal(portalId, (tx) => mailWayBack(tx, { portal, now }, email))
  }),
]
