import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CourseFilter } from './authoring-store.ts'
import { loadCompanyOf } from './store.ts'

/** What a list is narrowed to for those who reach their own courses only (ROL-027). */
export const ownFilter = async (tx: Tx, ctx: SignedIn, filter: CourseFilter): Promise<CourseFilter> => {
  if (ctx.scope === 'any') return filter
  if (ctx.viewer.current_role !== 'partner') return { ...filter, instructor_id: ctx.viewer.user_id }
  // No company has the id 0: a partner without one sees an empty list.
  return { ...filter, partner_company_id: (await loadCompanyOf(tx, ctx.portal.id, ctx.viewer.user_id)) ?? 0 }
}
