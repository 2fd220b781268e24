import { loadShownPeople } from '#features/accounts/server/api.ts'
import { reachCourse } from '#features/courses/server/api.ts'
import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import { loadSeenOutline } from '#features/outline/server/api.ts'
import { loadTrackedCourse } from '#features/progress/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import { listTaughtLearners, listTeachingQueue, showTaughtLearner } from '../contract.ts'
import { loadTeachingQueue } from './queue.ts'
import { listLearnersOf, loadLearnerOf } from './store.ts'

/** What those who grade see of their learners (ROL-037). */
export const routes = (): Route[] => [
  route(listTaughtLearners, async ({ tx, ctx, params, query }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    return listLearnersOf(tx, ctx, course.id, query)
  }),
  route(listTeachingQueue, async ({ tx, ctx, query }) => ({ data: await loadTeachingQueue(tx, ctx, query.slug) })),
  route(showTaughtLearner, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    const enrollment = await requireLearnerWithinReach(tx, ctx, await loadEnrollment(tx, ctx, params.relatedId))
    const [learner, tracked, outline] = await Promise.all([
      loadLearnerOf(tx, ctx.portal.id, course.id, enrollment.id),
      loadTrackedCourse(tx, ctx.portal.id, enrollment.id),
      loadSeenOutline(tx, ctx.portal.id, enrollment.id),
    ])
    if (!learner || !tracked) throw fail('not_found')
    const { curator_id: curatorId } = enrollment
    const curator =
      curatorId === null ? null : ((await loadShownPeople(tx, ctx.portal.id, [curatorId])).get(curatorId) ?? null)
    const statusOf = (type: string, id: number) =>
      tracked.outline.find((entry) => entry.type === type && entry.id === id)?.status ?? 4
    return {
      data: {
        ...learner,
        course: { id: course.id, slug: course.slug, title: course.title },
        curator,
        items: outline.map(({ itemable_type, itemable_id, title }) => ({
          itemable_type,
          itemable_id,
          title,
          status: statusOf(itemable_type, itemable_id),
        })),
      },
    }
  }),
]
