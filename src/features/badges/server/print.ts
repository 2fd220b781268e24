import { displayPerson, requireChangeable, requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { giveStartCode } from './actions/give-start-code.ts'
import { issueBadge } from './actions/issue-badge.ts'
import { isAllowed, requireStartable } from './reach.ts'
import type { PrintedBadge } from './sheet-pdf.ts'
import { loadHolders } from './store.ts'
import { requireSwitchedOn } from './switch.ts'

type Print = { user_ids: readonly number[]; has_start_codes: boolean }

/**
 * What is printed for these people (BDG-010): who has no badge gets one where the viewer may give it, and who has no PIN a start
 * code if that is asked for, which replaces one that is open. The others are left out, or get a badge alone.
 */
export const badgesToPrint = async (tx: Tx, ctx: SignedIn, { user_ids, has_start_codes: hasCodes }: Print) => {
  requireSwitchedOn(ctx.portal)
  // Rising ids, as everything that locks several people.
  const ids = [...new Set(user_ids)].sort((a, b) => a - b)
  const members = []
  for (const id of ids) members.push(await requireMember(tx, ctx, id))
  const before = await loadHolders(tx, ctx.portal.id, ids)
  for (const id of ids)
    if (!before.has(id) && (await isAllowed(() => requireChangeable(tx, ctx, id))))
      await issueBadge(tx, ctx, { user_id: id, number: undefined })
  const holders = await loadHolders(tx, ctx.portal.id, ids)
  const badges: PrintedBadge[] = []
  const leftOut: ReturnType<typeof displayPerson>[] = []
  for (const member of members) {
    const holder = holders.get(member.id)
    if (!holder) {
      leftOut.push(displayPerson(member))
      continue
    }
    const needsCode = hasCodes && holder.secret_hash === null
    const isStarted = needsCode && (await isAllowed(() => requireStartable(tx, ctx, member.id)))
    const startCode = isStarted ? await giveStartCode(tx, ctx, member.id) : null
    badges.push({
      name: displayName(member),
      number: holder.number,
      code: holder.code,
      start_code: startCode?.start_code ?? null,
      ends_at: startCode?.ends_at ?? null,
    })
  }
  badges.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.number < b.number ? -1 : 1))
  await logActivity(tx, ctx, {
    action: 'badge.print',
    changes: { count: badges.length, start_codes: badges.filter(({ start_code: code }) => code !== null).length },
  })
  return { badges, left_out: leftOut }
}
