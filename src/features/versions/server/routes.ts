import { loadShownPeople } from '#features/accounts/server/api.ts'
import { may, reachCourse } from '#features/courses/server/api.ts'
import { listReplaced, reportRun, startRehearsal } from '#features/scorm/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { readAsked } from '../rules/ask-again.ts'
import { changesBetween } from '../rules/changes.ts'
import { moveLearner } from './actions/move-learners.ts'
import { draftChanges, publishChanges } from './actions/publish.ts'
import { listMovable, movableIds } from './move-store.ts'
import { loadRemovedItems, loadVersionItems, loadVersions } from './store.ts'

/** The move of all learners at work to a version; throws `not_found` for a course out of reach and a version that is not there. */
const moveTo = async (tx: Tx, ctx: SignedIn, { slug, number }: { slug: string; number: number }) => {
  const course = await reachCourse(tx, ctx, { slug })
  if (number < 1 || number > course.newest_version) throw fail('not_found')
  const at = { portal_id: ctx.portal.id, course_id: course.id, number }
  return { ...at, learners: movableIds(at) }
}

/** The versions of courses: what they are, how they differ, publishing them and moving learners between them. */
export const routes = (services: Services): Route[] => [
  route(contract.listCourseVersions, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    const versions = await loadVersions(tx, { portal_id: ctx.portal.id, course_id: course.id })
    const authors = await loadShownPeople(
      tx,
      ctx.portal.id,
      versions.flatMap(({ published_by: by }) => by ?? []),
    )
    const { newest_version: newest } = course
    return {
      data: versions.map((version) => ({ ...version, published_by: authors.get(version.published_by ?? 0) ?? null })),
      course_id: course.id,
      newest,
      changes_count: newest === 0 ? 0 : (await draftChanges(tx, course)).length,
      can_publish: newest > 0 && may(ctx, 'courses.update'),
    }
  }),
  route(contract.listVersionChanges, async ({ tx, ctx, params, query }) => {
    const course = await reachCourse(tx, ctx, params)
    if (Math.max(query.from, query.to) > course.newest_version) throw fail('not_found')
    const at = { portal_id: ctx.portal.id, course_id: course.id }
    const before = await loadVersionItems(tx, at, query.from)
    return { data: changesBetween(before, await loadVersionItems(tx, at, query.to)) }
  }),
  route(contract.listRemovedItems, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    return { data: await loadRemovedItems(tx, { portal_id: ctx.portal.id, course_id: course.id }) }
  }),
  route(contract.publishVersion, async ({ tx, ctx, params, body }) => ({
    data: { number: await publishChanges(tx, ctx, services, { ...params, ...body }) },
  })),
  route(contract.listVersionLearners, async ({ tx, ctx, params, query }) => {
    const course = await reachCourse(tx, ctx, params)
    if (params.number < 1 || params.number > course.newest_version) throw fail('not_found')
    const { ask_again: text, ...page } = query
    const asked = text === undefined ? [] : (readAsked(text) ?? [])
    return listMovable(
      tx,
      { portal_id: ctx.portal.id, course_id: course.id, number: params.number },
      { ...page, asked },
    )
  }),
  route(contract.listReplacedPackages, async ({ tx, ctx, params }) => ({
    data: await listReplaced(tx, await moveTo(tx, ctx, params)),
  })),
  route(contract.startRehearsal, async ({ tx, ctx, params, body, http }) => ({
    data: await startRehearsal(services.config, tx, ctx, http, await moveTo(tx, ctx, params), body),
  })),
  route(contract.reportRehearsal, async ({ tx, ctx, params, body }) => {
    const { learners: _, ...at } = await moveTo(tx, ctx, params)
    return { data: await reportRun(tx, ctx, at, { id: params.id, ...body }) }
  }),
  route(contract.moveVersionLearner, async ({ tx, ctx, params, body }) => ({
    data: await moveLearner(services, tx, ctx, {
      ...params,
      related_id: body.related_id,
      ask_again: body.ask_again ?? [],
      keep_places: body.keep_places ?? [],
    }),
  })),
]
