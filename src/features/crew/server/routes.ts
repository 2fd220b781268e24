import { reachCourse } from '#features/courses/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { logActivity } from '#platform/db/activity.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { closeCrew, correctCrew, recordEntries } from './actions/record-entries.ts'
import { showHandsOnOf } from './hands-on.ts'
import { presentSessions, showSession } from './present.ts'
import { insertSession, loadCourses, loadSessions } from './store.ts'

/** Crew sessions, for those who grade in the course (ROL-037). */
export const routes = ({ handsOnRules }: Services): Route[] => [
  route(contract.listCrewSessions, async ({ tx, ctx, query }) => {
    const { data, meta } = await loadSessions(tx, ctx, query)
    return { data: await presentSessions(tx, ctx.portal.id, data), meta }
  }),
  route(contract.showCrewOptions, async ({ tx, ctx }) => {
    const courses = await loadCourses(tx, ctx)
    const tasks = await handsOnRules.tasksOf(
      tx,
      ctx,
      courses.map(({ id }) => id),
    )
    return {
      data: {
        courses: courses.map(({ id, title }) => ({
          value: String(id),
          label: title,
          tasks: [...(tasks.get(id) ?? [])],
        })),
      },
    }
  }),
  route(contract.showCrewSession, async ({ tx, ctx, params }) => ({ data: await showSession(tx, ctx, params.id) })),
  route(contract.openCrewSession, async ({ tx, ctx, body }) => {
    const course = await reachCourse(tx, ctx, { id: body.course_id })
    if (course.publication_status !== PUBLICATION.published)
      throw fail('invalid', { fields: { course_id: ['Please choose a published course.'] } })
    const by = { portal_id: ctx.portal.id, opened_by: ctx.viewer.user_id, opened_at: ctx.now }
    const id = await insertSession(tx, { ...body, ...by })
    await logActivity(tx, ctx, {
      action: 'crew-session.open',
      subject_type: 'crew_session',
      subject_id: id,
      changes: { title: body.title, course: course.title },
    })
    return { data: await showSession(tx, ctx, id) }
  }),
  route(contract.addCrewEntries, async ({ tx, ctx, params, body }) => {
    const results = await recordEntries(tx, ctx, params.id, body)
    const signedOff = results.flatMap(({ outcome, related_id }, index) =>
      outcome === 'recorded' && related_id !== null && body.entries[index]?.kind === 'task' ? [related_id] : [],
    )
    await handsOnRules.onSignedOff(tx, ctx, signedOff)
    return { data: { results, session: await showSession(tx, ctx, params.id) } }
  }),
  route(contract.closeCrewSession, async ({ tx, ctx, params }) => {
    await closeCrew(tx, ctx, params.id)
    return { data: await showSession(tx, ctx, params.id) }
  }),
  route(contract.correctCrewSession, async ({ tx, ctx, params, body }) => {
    await correctCrew(tx, ctx, params.id, body)
    if (body.kind === 'task' && body.is_so) await handsOnRules.onSignedOff(tx, ctx, [body.related_id])
    return { data: await showSession(tx, ctx, params.id) }
  }),
  route(contract.showHandsOn, async ({ tx, ctx, params }) => ({ data: await showHandsOnOf(tx, ctx, params.id) })),
]
