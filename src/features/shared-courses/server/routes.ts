import { reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { decide, requireReceived, setTakesUpdates } from './actions/decide.ts'
import { revokeShares } from './actions/revoke.ts'
import { isCurrent, obstacleOf, restartJob, sendCourseUpdate, shareCourse } from './actions/share.ts'
import { compareOffer } from './compare.ts'
import { presentJob, presentReceived, presentShare } from './present.ts'
import { countAtWork, listReceivedRows, loadShown } from './received-store.ts'
import { findNewestJob, listPortalsToShare, listShareRows, loadNewestRelease } from './shares-store.ts'

const shown = async (tx: Tx, ctx: SignedIn, courseId: number) => ({
  data: presentReceived(await loadShown(tx, ctx.portal.id, courseId)),
})

/** Sharing courses with other portals, and what becomes of them there. */
export const routes = (services: Services): Route[] => [
  route(contract.listCourseShares, async ({ tx, ctx, query }) => {
    const { data, meta } = await listShareRows(tx, { portal_id: ctx.portal.id }, query)
    return { data: data.map(presentShare), meta }
  }),
  route(contract.listSharesOfCourse, async ({ tx, ctx, params, query }) => {
    const course = await reachCourse(tx, ctx, params)
    const at = { portal_id: ctx.portal.id, course_id: course.id }
    const { data, meta } = await listShareRows(tx, at, query)
    const job = await findNewestJob(tx, at)
    return {
      data: data.map(presentShare),
      meta,
      job: job && (await presentJob(tx, job)),
      has_changes: job !== null && !isCurrent(await loadNewestRelease(tx, at), course),
      obstacle: obstacleOf(course),
    }
  }),
  route(contract.listSharePortals, async ({ tx, ctx, params, query }) => {
    const { id } = await reachCourse(tx, ctx, params)
    return listPortalsToShare(tx, { portal_id: ctx.portal.id, course_id: id }, query)
  }),
  route(contract.shareCourse, async ({ tx, ctx, params, body }) => ({
    data: await presentJob(tx, await shareCourse(tx, ctx, { ...params, ...body })),
  })),
  route(contract.sendCourseUpdate, async ({ tx, ctx, params }) => ({
    data: await presentJob(tx, await sendCourseUpdate(tx, ctx, params)),
  })),
  route(contract.revokeShares, async ({ tx, ctx, params, body }) => ({
    data: { revoked: await revokeShares(tx, ctx, { ...params, ...body }) },
  })),
  route(contract.restartPublishingJob, async ({ tx, ctx, params, body }) => ({
    data: await presentJob(tx, await restartJob(tx, ctx, { ...params, ...body })),
  })),
  route(contract.listSharedCourses, async ({ tx, ctx, query }) => {
    const { data, meta } = await listReceivedRows(tx, ctx.portal.id, query)
    return { data: data.map(presentReceived), meta }
  }),
  route(contract.showCourseSource, async ({ tx, ctx, params }) => {
    const received = await requireReceived(tx, ctx, params.slug)
    const { data } = await shown(tx, ctx, received.course_id)
    return {
      data: {
        ...data,
        decided_at: received.decided_at,
        ...(await compareOffer(tx, received)),
        learners_at_work: await countAtWork(tx, ctx.portal.id, received.course_id),
      },
    }
  }),
  route(contract.takeUpdate, async ({ tx, ctx, params, body }) =>
    shown(tx, ctx, await decide(tx, ctx, services, { ...params, ...body, verdict: 'take' })),
  ),
  route(contract.declineUpdate, async ({ tx, ctx, params, body }) =>
    shown(tx, ctx, await decide(tx, ctx, services, { ...params, ...body, verdict: 'decline' })),
  ),
  route(contract.setTakesUpdates, async ({ tx, ctx, params, body }) =>
    shown(tx, ctx, await setTakesUpdates(tx, ctx, { ...params, ...body })),
  ),
]
