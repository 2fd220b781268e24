import { managerCredits } from '#features/credits/server/api.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { DashboardPart } from '#platform/overview/parts.ts'
import { isScarce } from '../rules/scarce.ts'

/** The courses that are named. */
const COURSES = 3

/** The courses of a manager whose credits run out, the fewest first; those without any have a list of their own (CRD-003). */
export const lowCreditsAttention: DashboardPart = {
  permission: 'manager-courses.view',
  is_for_own: true,
  attention: async (tx, ctx) => {
    if (ctx.scope !== 'own') return []
    const credits = await managerCredits(tx, ctx.portal.id, { user_id: ctx.viewer.user_id })
    const low = credits
      .filter(isScarce)
      .toSorted((a, b) => a.remaining - b.remaining)
      .slice(0, COURSES)
    if (low.length === 0) return []
    const courses = await tx
      .selectFrom('courses')
      .select(['id', 'slug', 'title'])
      .where('portal_id', '=', ctx.portal.id)
      .where('publication_status', '=', PUBLICATION.published)
      .where(
        'id',
        'in',
        low.map((one) => one.course_id),
      )
      .execute()
    return low.flatMap(({ course_id: id, remaining, total }) => {
      const course = courses.find((one) => one.id === id)
      if (!course) return []
      const text = `Only ${remaining} of ${total} credits are left for ${course.title}`
      return [{ key: `credits ${course.slug}`, count: 1, text, href: `/courses/managers/${course.slug}/overview` }]
    })
  },
}
