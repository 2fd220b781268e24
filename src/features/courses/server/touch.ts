import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { dropPages } from '#platform/pages/page-tags.ts'

/** Notes that a course or its outline was changed: its `updated_at` moves and the kept pages that show it are dropped. */
export const touchCourse = async (tx: Tx, ctx: Pick<Context, 'portal' | 'now'>, courseId: number): Promise<void> => {
  await tx
    .updateTable('courses')
    .set({ updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', courseId)
    .execute()
  await dropPages(tx, `course:${courseId}`, `courses:${ctx.portal.id}`)
}
