import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { attentionOf, type DashboardPart, inWords, MOST_COUNTED } from '#platform/overview/parts.ts'
import { INVITATIONS_PATH } from '../rules/paths.ts'
import { countTroubled, reachOf, type TroubledStatus } from './store.ts'

const line = async (tx: Tx, ctx: SignedIn, status: TroubledStatus, words: readonly [string, string]) => {
  const count = await countTroubled(tx, reachOf(ctx), { status, now: ctx.now }, MOST_COUNTED)
  return attentionOf(`invitations ${status}`, count, inWords(count, ...words), `${INVITATIONS_PATH}?status=${status}`)
}

/** Invitations that did not reach their person, and open ones that end soon; a manager's own ones (MGR-001). */
export const invitationsAttention: DashboardPart = {
  permission: 'users.view',
  is_for_own: true,
  attention: async (tx, ctx) => [
    ...(await line(tx, ctx, 'failed', ['invitation failed', 'invitations failed'])),
    ...(await line(tx, ctx, 'expiring', ['invitation expires soon', 'invitations expire soon'])),
  ],
}
