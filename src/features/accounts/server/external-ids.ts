import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'

/** Whom the portal knows by these external ids, members or former ones (INT-033). */
export const findByExternalIds = async (
  tx: Tx,
  portalId: number,
  externalIds: readonly string[],
): Promise<Map<string, { user_id: number; left_at: Date | null }>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('portal_users')
    .select(['external_id', 'user_id', 'left_at'])
    .where('portal_id', '=', portalId)
    .where(sql<boolean>`external_id = any(${[...externalIds]}::text[])`)
    .execute()
  return new Map(rows.map(({ external_id, ...row }) => [external_id as string, row]))
}

/**
 * Sets the external id of a person of the portal, or takes it away; answers whether it changed. Throws `external_id_taken`
 * where somebody else has it, a former member included. Who may do that was checked before.
 */
export const saveExternalId = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  externalId: string | null,
): Promise<boolean> => {
  const person = await tx
    .selectFrom('portal_users')
    .select('external_id')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw fail('not_found')
  if (person.external_id === externalId) return false
  if (externalId !== null && (await findByExternalIds(tx, ctx.portal.id, [externalId])).size > 0)
    throw fail('external_id_taken', { params: { external_id: externalId }, field: 'external_id' })
  await tx
    .updateTable('portal_users')
    .set({ external_id: externalId, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .execute()
  await logActivity(tx, ctx, {
    action: 'user.update',
    subject_type: 'user',
    subject_id: userId,
    changes: { external_id: { from: person.external_id, to: externalId } },
  })
  return true
}

/** Somebody who left keeps their records, and the id goes on to the person who has it now. */
export const releaseExternalId = async (
  tx: Tx,
  { portal }: Pick<SignedIn, 'portal'>,
  externalId: string,
): Promise<void> => {
  await tx
    .updateTable('portal_users')
    .set({ external_id: null })
    .where('portal_id', '=', portal.id)
    .where('external_id', '=', externalId)
    .where('left_at', 'is not', null)
    .execute()
}
