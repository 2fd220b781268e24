import { createWithoutEmail, giveRole } from '#features/accounts/server/api.ts'
import { NEW_NUMBER } from '#kernel/access/badge-number.ts'
import { DEFAULT_ROLE, type Role } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockNumbers, ownersOf } from '../store.ts'
import { issueBadge } from './issue-badge.ts'

type Names = Parameters<typeof createWithoutEmail>[2]

/** Makes somebody without an e-mail a member, with the badge by which they will sign in (BDG-001). Nobody is mailed. */
export const addWithoutEmail = async (
  tx: Tx,
  ctx: SignedIn,
  names: Names,
  { roles = [DEFAULT_ROLE], number }: { roles?: readonly Role[]; number: string | undefined },
): Promise<number> => {
  const id = await createWithoutEmail(tx, ctx, names)
  for (const role of roles) await giveRole(tx, ctx, { user_id: id, role })
  await issueBadge(tx, ctx, { user_id: id, number })
  await logActivity(tx, ctx, { action: 'user.join', subject_type: 'user', subject_id: id, changes: { roles } })
  return id
}

/** Throws unless each of these numbers is free, and sent once: what several people get is checked before any of them is made. */
export const requireFreeNumbers = async (tx: Tx, portalId: number, numbers: readonly string[]): Promise<void> => {
  const sent = numbers.filter((number) => number !== NEW_NUMBER)
  await lockNumbers(tx, portalId, sent)
  const owners = await ownersOf(tx, portalId, sent)
  const taken = sent.find((number, at) => owners.has(number) || sent.indexOf(number) !== at)
  if (taken !== undefined) throw fail('badge_number_taken', { params: { number: taken } })
}
