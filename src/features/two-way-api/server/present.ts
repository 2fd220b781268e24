import { loadShownPeople } from '#features/accounts/server/api.ts'
import { presentToken, tokensOfPortal } from '#features/api-tokens/server/api.ts'
import type { TokenScope } from '#kernel/access/token-scopes.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type CallRow, lastCalls } from './calls.ts'
import { type PortalTokenRow, portalTokens } from './tokens.ts'

const MOST_TOKENS = 200
const MOST_CALLS = 8

type Call = Pick<SignedIn, 'portal' | 'now'>

const statusOf = ({ revoked_at, expires_at }: PortalTokenRow, now: Date) => {
  if (revoked_at) return 'revoked' as const
  return expires_at <= now ? ('expired' as const) : ('active' as const)
}

/** Tokens of the portal with the people who made and revoked them. */
export const presentTokens = async (tx: Tx, { portal, now }: Call, rows: readonly PortalTokenRow[]) => {
  const ids = rows.flatMap((row) => [row.created_by, row.revoked_by ?? []].flat())
  const people = await loadShownPeople(tx, portal.id, [...new Set(ids)])
  return rows.map(({ created_by, revoked_by, scopes, ...row }) => ({
    ...row,
    scopes: scopes as TokenScope[],
    status: statusOf({ created_by, revoked_by, scopes, ...row }, now),
    created_by: people.get(created_by) ?? null,
    revoked_by: revoked_by === null ? null : (people.get(revoked_by) ?? null),
  }))
}

/** Calls with the people whose personal tokens they carried. */
export const presentCalls = async <R extends CallRow>(tx: Tx, { portal }: Call, rows: readonly R[]) => {
  const ids = [...new Set(rows.flatMap((row) => row.user_id ?? []))]
  const people = await loadShownPeople(tx, portal.id, ids)
  return rows.map(({ user_id: userId, ...row }) => ({
    ...row,
    user: userId === null ? null : (people.get(userId) ?? null),
  }))
}

/** The tokens of the portal and of its people, and the last calls that carried one, the newest first (INT-020). */
export const twoWayApi = async (tx: Tx, ctx: Call) => {
  const { portal, now } = ctx
  const tokens = await tokensOfPortal(tx, portal.id, MOST_TOKENS)
  const people = await loadShownPeople(tx, portal.id, [...new Set(tokens.map((row) => row.user_id))])
  return {
    portal_tokens: await presentTokens(tx, ctx, await portalTokens(tx, portal.id, MOST_TOKENS)),
    tokens: tokens.map(({ user_id, ...token }) => ({
      ...presentToken(token, now),
      user: people.get(user_id) ?? null,
    })),
    calls: await presentCalls(tx, ctx, await lastCalls(tx, portal.id, MOST_CALLS)),
  }
}
