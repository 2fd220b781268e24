import { loadShownPeople } from '#features/accounts/server/api.ts'
import { reachCourse } from '#features/courses/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import {
  createEnrollments,
  deleteEnrollments,
  listCurators,
  setCurator,
  showAccess,
  updateEnrollmentDates,
} from '../contract.ts'
import { changeDates } from './actions/change-dates.ts'
import { enrollPeople } from './actions/enroll-people.ts'
import { setCurator as changeCurator, loadCurators } from './actions/set-curator.ts'
import { unenroll } from './actions/unenroll.ts'
import { presentAccess, presentEnrollment } from './present.ts'
import { isWithinReach } from './reach.ts'
import { loadEnrollment } from './store.ts'
import { whyAccess } from './why-access.ts'

export const routes = (): Route[] => [
  route(createEnrollments, async ({ tx, ctx, body }) => {
    const { enrolled, refused } = await enrollPeople(tx, ctx, body)
    return { data: { enrolled: enrolled.map(presentEnrollment), refused } }
  }),
  route(deleteEnrollments, async ({ tx, ctx, body }) => ({ data: { deleted: await unenroll(tx, ctx, body) } })),
  route(setCurator, async ({ tx, ctx, params, body }) => ({
    data: presentEnrollment(await changeCurator(tx, ctx, { id: params.id, curator_id: body.curator_id })),
  })),
  route(updateEnrollmentDates, async ({ tx, ctx, params, body }) => ({
    data: presentEnrollment(await changeDates(tx, ctx, params.id, body)),
  })),
  route(listCurators, async ({ tx, ctx, params }) => {
    const enrollment = await loadEnrollment(tx, ctx, params.id)
    if (!enrollment || !(await isWithinReach(tx, ctx, enrollment))) throw fail('not_found')
    return { data: await loadCurators(tx, ctx.portal.id, enrollment.course_id) }
  }),
  route(showAccess, async ({ tx, ctx, params }) => {
    const report = await whyAccess(tx, ctx, params.id)
    if (!report || !(await isWithinReach(tx, ctx, report.enrollment))) throw fail('not_found')
    const course = await reachCourse(tx, ctx, { id: report.enrollment.course_id })
    const personIds = [report.enrollment.curator_id, ...report.grants.map(({ granted_by: by }) => by)]
    const people = await loadShownPeople(tx, ctx.portal.id, [...new Set(personIds.flatMap((id) => id ?? []))])
    return { data: presentAccess(report, { course, people }) }
  }),
]
