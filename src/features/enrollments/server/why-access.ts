import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { decideAccess, type Verdict } from '../rules/access.ts'
import { loadGrants, type StoredGrant } from './grants.ts'
import { type Enrollment, loadEnrollment } from './store.ts'

export type AccessReport = Verdict & { enrollment: Enrollment; grants: StoredGrant[] }

const loadMember = async (tx: Tx, portalId: number, userId: number) => {
  const row = await tx
    .selectFrom('people')
    .leftJoin('portal_user_roles', (join) =>
      join
        .onRef('portal_user_roles.portal_id', '=', 'people.portal_id')
        .onRef('portal_user_roles.user_id', '=', 'people.id')
        .on('portal_user_roles.role', '=', 'learner'),
    )
    .select(['people.is_blocked_everywhere', 'people.is_blocked_here', 'portal_user_roles.role'])
    .where('people.portal_id', '=', portalId)
    .where('people.id', '=', userId)
    .where('people.left_at', 'is', null)
    .executeTakeFirst()
  return {
    is_member: row !== undefined,
    is_blocked: Boolean(row?.is_blocked_everywhere || row?.is_blocked_here),
    is_learner: row?.role === 'learner',
  }
}

/** Why the person of an enrollment can or cannot enter now, with every grant it ever stood on; null for a missing enrollment. */
export const whyAccess = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'now'>,
  enrollmentId: number,
): Promise<AccessReport | null> => {
  const enrollment = await loadEnrollment(tx, ctx, enrollmentId)
  if (!enrollment) return null
  const grants = await loadGrants(tx, ctx.portal.id, [enrollmentId])
  const person = await loadMember(tx, ctx.portal.id, enrollment.user_id)
  return { ...decideAccess(enrollment, grants, person, ctx.now), enrollment, grants }
}
