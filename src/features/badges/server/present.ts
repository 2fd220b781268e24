import { loadShownPeople, reachFor, requireChangeable, requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { isAllowed, requireStartable } from './reach.ts'
import { badgesOf, loadHolder } from './store.ts'
import { locksOf } from './wrong-tries.ts'

/** The badge of a person and what goes with it, for those who see the person (BDG-009). */
export const showBadge = async (tx: Tx, ctx: SignedIn, userId: number) => {
  await requireMember(tx, ctx, userId)
  const portalId = ctx.portal.id
  const holder = await loadHolder(tx, portalId, userId)
  const rows = await badgesOf(tx, portalId, userId)
  const current = rows.find(({ withdrawn_at: at }) => at === null)
  const givers = await loadShownPeople(tx, portalId, current?.issued_by ? [current.issued_by] : [])
  // Both ask for more than to see the person.
  const scope = reachFor(ctx, 'users.update')
  const may = async (check: (there: SignedIn) => Promise<unknown>) =>
    scope !== 'none' && isAllowed(() => check({ ...ctx, scope }))
  const isOpen = holder?.start_code_ends_at != null && holder.start_code_ends_at > ctx.now
  return {
    badge: current
      ? {
          number: current.number,
          issued_at: current.issued_at,
          issued_by: givers.get(current.issued_by ?? 0) ?? null,
        }
      : null,
    secret: holder?.set_at
      ? {
          is_pin: holder.is_pin,
          set_at: holder.set_at,
          ...(await locksOf(tx, { portal_id: portalId, user_id: userId }, ctx.now)),
        }
      : null,
    start_code_ends_at: isOpen ? (holder?.start_code_ends_at ?? null) : null,
    former: rows.flatMap(({ number, issued_at, withdrawn_at }) =>
      withdrawn_at === null ? [] : [{ number, issued_at, withdrawn_at }],
    ),
    can_change: await may((there) => requireChangeable(tx, there, userId)),
    can_start:
      current !== undefined &&
      ctx.portal.setting.has_badges &&
      (await may((there) => requireStartable(tx, there, userId))),
  }
}
