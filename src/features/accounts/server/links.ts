import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'

export type LinkType = 'reset-password' | 'invite' | 'verify-email' | 'change-email'

/** How long a link is valid: a reset link 60 minutes, every other 7 days (AUT-041). */
export const LINK_MINUTES: Record<LinkType, number> = {
  'reset-password': 60,
  invite: 7 * 24 * 60,
  'verify-email': 7 * 24 * 60,
  'change-email': 7 * 24 * 60,
}

type Link = { user_id: number; email: string; type: LinkType; minutes?: number }
type LinkContext = Pick<Context, 'portal' | 'now'>

/** Makes a link token for a person and answers its text, which is kept nowhere else. */
export const makeLink = async (tx: Tx, ctx: LinkContext, link: Link): Promise<string> => {
  const token = randomToken()
  await tx
    .insertInto('link_tokens')
    .values({
      portal_id: ctx.portal.id,
      user_id: link.user_id,
      type: link.type,
      token_hash: hashToken(token),
      email: link.email,
      expires_at: new Date(ctx.now.getTime() + (link.minutes ?? LINK_MINUTES[link.type]) * 60_000),
      created_at: ctx.now,
    })
    .execute()
  return token
}

/** The link behind a token, whatever its state; null for an unknown one. */
const findLink = async (tx: Tx, ctx: LinkContext, type: LinkType, token: string) =>
  (await tx
    .selectFrom('link_tokens')
    .select(['id', 'user_id', 'email', 'expires_at', 'used_at'])
    .where('portal_id', '=', ctx.portal.id)
    .where('type', '=', type)
    .where('token_hash', '=', hashToken(token))
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null

/** The open link of a token; a missing, unknown, used or expired one fails with the texts of AUT-016. */
export const requireLink = async (tx: Tx, ctx: LinkContext, type: LinkType, token: string | undefined) => {
  if (!token) throw fail('token_missing')
  const link = await findLink(tx, ctx, type, token)
  if (!link?.user_id || link.used_at) throw fail('token_invalid')
  if (link.expires_at <= ctx.now) throw fail(type === 'reset-password' ? 'reset_link_expired' : 'link_expired')
  return { ...link, user_id: link.user_id }
}

/** Marks a link as used, so that it opens nothing a second time. */
export const markUsed = async (tx: Tx, ctx: LinkContext, linkId: number): Promise<void> => {
  await tx
    .updateTable('link_tokens')
    .set({ used_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', linkId)
    .execute()
}

/** The address that the newest open link of a change of e-mail was sent to (AUT-051); null when there is none. */
export const pendingEmailOf = async (tx: Tx, ctx: LinkContext, userId: number): Promise<string | null> => {
  const link = await tx
    .selectFrom('link_tokens')
    .select(['email', 'used_at'])
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('type', '=', 'change-email')
    .where('expires_at', '>', ctx.now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link && !link.used_at ? link.email : null
}
