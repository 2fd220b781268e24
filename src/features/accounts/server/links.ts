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

/** A link of an invitation has no person: who is invited may not have an account. */
type Link = { user_id: number | null; email: string; type: LinkType; minutes?: number }
type LinkContext = Pick<Context, 'portal' | 'now'>

/** Makes a link token for a person and answers its text, which is kept nowhere else. */
export const makeLink = async (tx: Tx, ctx: LinkContext, link: Link): Promise<string> =>
  (await makeNamedLink(tx, ctx, link)).token

/** As `makeLink`, with the link's id. */
export const makeNamedLink = async (
  tx: Tx,
  ctx: LinkContext,
  link: Link,
): Promise<{ id: number; token: string; expires_at: Date }> => {
  const token = randomToken()
  const expiresAt = new Date(ctx.now.getTime() + (link.minutes ?? LINK_MINUTES[link.type]) * 60_000)
  const { id } = await tx
    .insertInto('link_tokens')
    .values({
      portal_id: ctx.portal.id,
      user_id: link.user_id,
      type: link.type,
      token_hash: hashToken(token),
      email: link.email,
      expires_at: expiresAt,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expires_at: expiresAt }
}

/** The id of the link behind a token, used or not; null for an unknown one. */
export const findLinkId = async (tx: Tx, ctx: LinkContext, type: LinkType, token: string): Promise<number | null> => {
  const link = await tx
    .selectFrom('link_tokens')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('type', '=', type)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return link?.id ?? null
}

/** Whether an e-mail has a link of this type in the portal that is neither used nor expired. */
export const hasOpenLink = async (tx: Tx, ctx: LinkContext, type: LinkType, email: string): Promise<boolean> => {
  const link = await tx
    .selectFrom('link_tokens')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('type', '=', type)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
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
  const isOfNobody = !link?.user_id && type !== 'invite'
  if (!link || isOfNobody || link.used_at) throw fail('token_invalid')
  if (link.expires_at <= ctx.now) throw fail(type === 'reset-password' ? 'reset_link_expired' : 'link_expired')
  return link
}

/** As `requireLink`, for a link of an account. */
export const requireOwnLink = async (
  tx: Tx,
  ctx: LinkContext,
  type: Exclude<LinkType, 'invite'>,
  token: string | undefined,
) => {
  const link = await requireLink(tx, ctx, type, token)
  if (!link.user_id) throw fail('token_invalid')
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
