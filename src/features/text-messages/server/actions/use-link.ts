import { findById } from '#features/accounts/server/api.ts'
import {
  browserOf,
  enterByLink,
  isPinEnough,
  loadHolders,
  requireBadgesTaken,
  startByLink,
} from '#features/badges/server/api.ts'
import { rolesOf, welcome } from '#features/sessions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { CommittedFailure, type HttpAccess } from '#platform/http/route.ts'
import { hashToken } from '#platform/secrets.ts'
import type { Services } from '#platform/services.ts'
import { findLink, loadNumber, markUsed, proveNumber } from '../store.ts'

type Kind = 'start' | 'sign-in'

/** The open link behind a secret; throws ERR-218 for one that is used, over, replaced, or of a number that changed. */
const requireLink = async (tx: Tx, ctx: Context, token: string, { isLocked }: { isLocked: boolean }) => {
  requireBadgesTaken(ctx.host_portal)
  const portal_id = ctx.host_portal.id
  const link = await findLink(tx, portal_id, hashToken(token), { isLocked })
  if (!link || link.used_at !== null || link.expires_at <= ctx.now) throw fail('text_link_over')
  const mobile = await loadNumber(tx, { portal_id, user_id: link.user_id })
  if (mobile?.number !== link.number) throw fail('text_link_over')
  return link
}

/** What a link is for; it stays as it is (TXT-012). */
export const showLink = async (tx: Tx, ctx: Context, token: string) => {
  const { user_id: userId, kind, expires_at: endsAt } = await requireLink(tx, ctx, token, { isLocked: false })
  const portalId = ctx.host_portal.id
  const person = await findById(tx, portalId, userId)
  const holder = (await loadHolders(tx, portalId, [userId])).get(userId)
  if (!person || !holder) throw fail('text_link_over')
  return {
    kind: kind as Kind,
    first_name: person.first_name,
    badge_number: holder.number,
    is_pin_enough: isPinEnough(await rolesOf(tx, portalId, person)),
    ends_at: endsAt,
  }
}

type Use = { token: string; kind: Kind; secret: string | null; remember: boolean }

/**
 * Uses a link, once: sets the PIN or password where it is for that, proves the number, and signs in. A second step that has to
 * follow does not give the link back.
 */
export const useLink = async (
  services: Services,
  tx: Tx,
  ctx: Context,
  { token, kind, secret, remember }: Use,
  http: HttpAccess,
) => {
  const link = await requireLink(tx, ctx, token, { isLocked: true })
  if (link.kind !== kind) throw fail('text_link_over')
  const at = { portal_id: ctx.host_portal.id, user_id: link.user_id }
  const browser = browserOf(services)(tx, ctx, http, remember)
  const spend = async () => {
    await markUsed(tx, at.portal_id, hashToken(token), ctx.now)
    await proveNumber(tx, at, link.number, ctx.now)
  }
  try {
    const entered =
      kind === 'start' && secret !== null
        ? await startByLink(tx, ctx, at.user_id, secret, browser)
        : await enterByLink(tx, ctx, at.user_id, browser)
    if (!entered) throw fail('text_link_over')
    await spend()
    const { me } = await welcome(tx, ctx, entered, { http, config: services.config, is_remembered: remember })
    return me
  } catch (error) {
    if (error instanceof CommittedFailure) await spend()
    throw error
  }
}
