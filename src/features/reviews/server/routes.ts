import { loadCourse, reachCourse } from '#features/courses/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { REVIEW_STATUS, reviewCounters } from '../rules/reviews.ts'
import { enterReview } from './actions/enter-review.ts'
import { leaveReview, loadStanding } from './actions/leave-review.ts'
import { changeReview, deleteReview, reachOfReviews } from './actions/moderate-review.ts'
import { presentModerated, presentOwn, presentPublic } from './present.ts'
import { countPending, findReview, listReviewRows, loadCounts } from './store.ts'

/** Published and coming soon. */
const PUBLIC_STATUSES: readonly number[] = [PUBLICATION.published, PUBLICATION.coming_soon]

/** A course with readable reviews: visitors find only those of the storefront (ROU-107, ROU-110). */
const publicCourse = async (tx: Tx, { portal, viewer }: Context, slug: string) => {
  const { flags, setting } = portal
  const isShown = viewer !== null || (!flags.is_in_house && (flags.is_marketable || setting.has_course_catalog))
  const course = isShown ? await loadCourse(tx, portal.id, { slug }) : null
  if (!course || !PUBLIC_STATUSES.includes(course.publication_status)) throw fail('not_found')
  return course
}

export const routes = (): Route[] => [
  route(contract.listCourseReviews, async ({ tx, ctx, params, query }) => {
    const course = await publicCourse(tx, ctx, params.slug)
    const filter = { course_id: course.id, status: REVIEW_STATUS.approved }
    const [{ data, meta }, counts] = await Promise.all([
      listReviewRows(tx, ctx.portal.id, filter, query),
      loadCounts(tx, ctx.portal.id, course.id),
    ])
    return { data: data.map(presentPublic), meta: { ...meta, counters: reviewCounters(counts) } }
  }),
  route(contract.createReview, async ({ tx, ctx, params, body }) => ({
    data: presentOwn(await leaveReview(tx, ctx, { slug: params.slug, related_id: body.related_id }, body)),
  })),
  route(contract.showOwnReview, async ({ tx, ctx, params, query }) => {
    const { review, progress, refusal } = await loadStanding(tx, ctx, { ...params, ...query })
    return { data: { review: review && presentOwn(review), progress, can_review: refusal === null } }
  }),
  route(contract.listReviews, async ({ tx, ctx, query }) => {
    const { data, meta } = await listReviewRows(tx, ctx.portal.id, { ...query, ...reachOfReviews(ctx) }, query)
    return { data: data.map((row) => presentModerated(ctx, row)), meta }
  }),
  route(contract.showReview, async ({ tx, ctx, params }) => {
    const row = await findReview(tx, ctx.portal.id, params.id, reachOfReviews(ctx))
    if (!row) throw fail('not_found')
    return { data: presentModerated(ctx, row) }
  }),
  route(contract.enterReview, async ({ tx, ctx, body }) => ({
    data: presentModerated(ctx, await enterReview(tx, ctx, body)),
  })),
  route(contract.updateReview, async ({ tx, ctx, params, body }) => ({
    data: presentModerated(ctx, await changeReview(tx, ctx, params.id, body)),
  })),
  route(contract.deleteReview, async ({ tx, ctx, params }) => {
    await deleteReview(tx, ctx, params.id)
    return undefined
  }),
  route(contract.showReviewCounters, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    const [counts, pending] = await Promise.all([
      loadCounts(tx, ctx.portal.id, course.id),
      countPending(tx, ctx.portal.id, course.id),
    ])
    return { data: { ...reviewCounters(counts), pending } }
  }),
]
