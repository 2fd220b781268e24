import { requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

type Refusal = { user_id: number; display_name: string; message: string }

/**
 * Makes one change of several people, by rising id, so that two calls with the same people never wait for each other in
 * turn. Those whom the viewer may not change are answered with the reason, the others are changed (USR-051). A change
 * must throw before it writes anything. Somebody foreign makes the whole call `not_found`.
 */
export const changeMany = async (
  tx: Tx,
  ctx: SignedIn,
  userIds: readonly number[],
  change: (id: number) => Promise<unknown>,
): Promise<{ changed: number[]; refused: Refusal[] }> => {
  const ids = [...new Set(userIds)].sort((a, b) => a - b)
  const changed: number[] = []
  const refused: Refusal[] = []
  for (const id of ids) {
    const member = await requireMember(tx, ctx, id)
    try {
      await change(id)
      changed.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 403) throw error
      refused.push({ user_id: id, display_name: displayName(member), message: error.message })
    }
  }
  return { changed, refused }
}
