import { requestFrom } from '#features/exports/server/api.ts'
import { attentionOf, type DashboardPart, inWords, MOST_COUNTED } from '#platform/overview/parts.ts'
import { countOverdue } from './kinds/enrollments.ts'

/** People who have not completed a course by its due date, for those who follow people: all of them, or the own ones (REP-017). */
export const overdueAttention: DashboardPart = {
  permission: 'users.view',
  is_for_own: true,
  attention: async (tx, ctx) => {
    const count = await countOverdue(tx, requestFrom(ctx, ctx.scope, {}), MOST_COUNTED)
    return attentionOf(
      'overdue',
      count,
      inWords(count, 'enrollment is overdue', 'enrollments are overdue'),
      '/reports/overdue',
    )
  },
}
