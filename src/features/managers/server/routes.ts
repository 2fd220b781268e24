import { lookerOf, requireMember } from '#features/accounts/server/api.ts'
import { type CourseRow, loadCourse, reachCourse } from '#features/courses/server/api.ts'
import { courseCredits, isCreditable, loadHandedOut } from '#features/credits/server/api.ts'
import { isManagerOf } from '#features/enrollments/server/api.ts'
import { loadOutline } from '#features/outline/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import {
  giveCourseCredits,
  listLearners,
  listManagerCourses,
  listManagerUsers,
  listPeopleOfManager,
  showCourseManagers,
  showManagerCourse,
  showManagerOverview,
  takeCourseCredits,
} from '../contract.ts'
import { giverKind, handOut, takeBack } from './actions/hand-out.ts'
import { listManagedCourses, loadCourseManagers, sumCredits } from './course-store.ts'
import { loadOverview } from './overview.ts'
import { listPeople, loadManager, loadShown, type Reach, listLearners as readLearners } from './people-store.ts'

type ShownCourse = NonNullable<ReturnType<Awaited<ReturnType<typeof loadShown>>['get']>>
type Publication = 1 | 2 | 3 | 4

const reachOf = (ctx: SignedIn): Reach => (ctx.scope === 'own' ? lookerOf(ctx) : null)

const at = (ctx: SignedIn) => ({ portal_id: ctx.portal.id, now: ctx.now, reach: reachOf(ctx) })

const managerOf = (ctx: SignedIn): number | null => (ctx.scope === 'own' ? ctx.viewer.user_id : null)

const recordOf = (course: CourseRow) => ({
  id: course.id,
  slug: course.slug,
  title: course.title,
  thumbnail: course.thumbnail,
  publication_status: course.publication_status as Publication,
})

/** A course that the viewer manages, or for super admins any course of the portal. */
const findManaged = async (tx: Tx, ctx: SignedIn, slug: string): Promise<CourseRow> => {
  const course = await loadCourse(tx, ctx.portal.id, { slug })
  if (!course) throw fail('not_found')
  if (ctx.scope === 'own' && !(await isManagerOf(tx, ctx.portal.id, course.id, ctx.viewer.user_id)))
    throw fail('not_found')
  return course
}

/** The credits handed out in a course by the manager, or for super admins by the portal (CRD-020). */
const handedOutBy = async (tx: Tx, ctx: SignedIn, courseId: number) => {
  const userId = managerOf(ctx)
  const holder =
    userId === null
      ? ({ kind: 'portal', course_id: courseId } as const)
      : ({ kind: 'manager', course_id: courseId, user_id: userId } as const)
  const rows = await loadHandedOut(tx, ctx.portal.id, holder)
  const people = await loadShown(
    tx,
    ctx.portal.id,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({
    user: people.get(row.user_id) as ShownCourse,
    amount: row.handed_out,
    takeable: row.takeable,
  }))
}

export const routes = (): Route[] => [
  route(listManagerCourses, ({ tx, ctx, query }) => listManagedCourses(tx, ctx.portal.id, managerOf(ctx), query)),

  route(showManagerOverview, async ({ tx, ctx }) => ({
    data: await loadOverview(tx, { ...at(ctx), user_id: managerOf(ctx), zone: ctx.portal.setting.time_zone }),
  })),

  route(showManagerCourse, async ({ tx, ctx, params, query }) => {
    const course = await findManaged(tx, ctx, params.slug)
    const credits = await sumCredits(tx, ctx.portal.id, [course.id], managerOf(ctx))
    const items = await loadOutline(tx, ctx.portal.id, course.id, 'newest')
    const { data: people, meta } = await readLearners(tx, at(ctx), { ...query, course_id: course.id })
    return {
      data: {
        ...recordOf(course),
        ...(credits.get(course.id) ?? { total: 0, remaining: 0, distributed: 0, used: 0 }),
        description: course.description,
        outline: items,
        people,
        handed_out: await handedOutBy(tx, ctx, course.id),
        can_give: giverKind(ctx) !== null && isCreditable(course),
      },
      meta,
    }
  }),

  route(listManagerUsers, ({ tx, ctx, query }) => listPeople(tx, at(ctx), query)),

  route(listPeopleOfManager, async ({ tx, ctx, params, query }) => {
    const { id } = await requireMember(tx, ctx, params.id)
    if (ctx.scope !== 'any') throw fail('not_enough_permissions')
    return listPeople(tx, { ...at(ctx), reach: await loadManager(tx, ctx.portal.id, id) }, query)
  }),

  route(listLearners, async ({ tx, ctx, params, query }) => {
    const course = await reachCourse(tx, ctx, { slug: params.slug })
    return readLearners(tx, at(ctx), { ...query, course_id: course.id })
  }),

  route(showCourseManagers, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { id: params.courseId })
    const managers = await loadCourseManagers(tx, ctx.portal.id, course.id)
    const people = await loadShown(
      tx,
      ctx.portal.id,
      managers.map((manager) => manager.user_id),
    )
    return {
      data: {
        id: course.id,
        title: course.title,
        publication_status: course.publication_status as Publication,
        ...(await courseCredits(tx, ctx.portal.id, course.id)),
        managers: managers.map(({ user_id, ...manager }) => ({ user: people.get(user_id) as ShownCourse, ...manager })),
      },
    }
  }),

  route(giveCourseCredits, async ({ tx, ctx, params, body }) => ({ data: await handOut(tx, ctx, params.slug, body) })),
  route(takeCourseCredits, async ({ tx, ctx, params, body }) => ({ data: await takeBack(tx, ctx, params.slug, body) })),
]
