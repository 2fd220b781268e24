import { PersonShown } from '#features/accounts/contract.ts'
import { chosenId, endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { RATINGS, REVIEW_STATUSES, type ReviewStatus } from './rules/reviews.ts'

const text = z.nullable(z.string())
const slug = z.string().check(z.minLength(1), z.maxLength(200))
const bySlug = z.object({ slug })
const rating = z.literal(RATINGS)
const status = z.literal(REVIEW_STATUSES) as z.ZodMiniLiteral<ReviewStatus>
const ofCourse = {
  cursor: z.optional(z.string()),
  per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 5),
  sort: z._default(z.enum(['id', '-id', 'rating', '-rating']), '-id'),
}

/** The public answer to a review, by an instructor or somebody of the portal (REV-027). */
const Reply = z.object({ text: z.string(), user: PersonShown, created_at: time })

const reviewFields = {
  id: z.int(),
  course_id: z.int(),
  user: PersonShown,
  rating,
  text,
  created_at: time,
  reply: z.nullable(Reply),
}
/** A review as everyone sees it. */
export const PublicReview = z.object(reviewFields)

/** How many approved reviews there are of each rating, highest first; `average` is null without any (REV-008). */
export const ReviewCounters = z.object({
  total: z.int(),
  average: z.nullable(z.number()),
  ratings: z.array(z.object({ rating, count: z.int() })),
})

/** Only approved reviews; `counters` covers all of them. */
export const listCourseReviews = endpoint({
  method: 'GET',
  path: '/courses/:slug/reviews',
  permission: 'public',
  summary: 'The approved reviews of a course',
  params: bySlug,
  query: z.object(ofCourse),
  response: z.object({
    data: z.array(PublicReview),
    meta: z.object({
      next_cursor: z.nullable(z.string()),
      prev_cursor: z.nullable(z.string()),
      counters: ReviewCounters,
    }),
  }),
  errors: ['not_found'],
})

/** A review as its writer and the moderators see it (REV-003). */
export const OwnReview = z.object({ ...reviewFields, status })

export const createReview = endpoint({
  method: 'POST',
  path: '/courses/:slug/reviews',
  permission: 'learning.create',
  summary: 'Leave a review of an own course',
  params: bySlug,
  body: z.object({
    rating,
    text: z.optional(z.nullable(rule.plainText(4000, { has_lines: true }))),
    related_id: z.int().check(z.positive()),
  }),
  response: one(OwnReview),
  errors: ['learner_only', 'not_found', 'not_enough_permissions', 'already_reviewed', 'invalid'],
})

/** What the feedback page shows of an enrollment (REV-028). */
export const showOwnReview = endpoint({
  method: 'GET',
  path: '/learner/courses/:slug/review',
  permission: 'learning.view',
  summary: 'The review of an own enrollment, and whether one can be left',
  params: bySlug,
  query: z.object({ related_id: id }),
  response: one(z.object({ review: z.nullable(OwnReview), progress: z.int(), can_review: z.boolean() })),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})

/** A review in the list of those who look after reviews. */
export const ModeratedReview = z.object({
  ...OwnReview.shape,
  course: z.object({ id: z.int(), slug: z.string(), title: z.string() }),
  moderated_at: z.nullable(time),
  abilities: z.object({ moderate: z.boolean(), reply: z.boolean() }),
})

export const listReviews = endpoint({
  method: 'GET',
  path: '/portal/reviews',
  permission: 'reviews.view',
  summary: 'The reviews of the portal, or of the own courses',
  record: { kind: 'review', is_list: true },
  query: z.object({
    ...listQuery(['id', 'rating']),
    sort: z._default(z.enum(['id', '-id', 'rating', '-rating']), '-id'),
    status: z.optional(z.pipe(z.coerce.number<number>(), status)),
    rating: z.optional(z.pipe(z.coerce.number<number>(), rating)),
    course_id: z.optional(id),
  }),
  response: page(ModeratedReview),
})

export const showReview = endpoint({
  method: 'GET',
  path: '/portal/reviews/:id',
  permission: 'reviews.view',
  summary: 'A review to look after',
  record: { kind: 'review' },
  params: z.object({ id }),
  response: one(ModeratedReview),
  errors: ['not_found'],
})

/** A review that a learner gave on paper or by e-mail, entered by those who approve reviews (REV-033). */
export const enterReview = endpoint({
  method: 'POST',
  path: '/portal/reviews',
  permission: 'reviews.create',
  summary: 'Enter a review that a learner gave on paper or by e-mail',
  record: { kind: 'review' },
  body: z.object({
    user_id: chosenId('a learner'),
    course_id: chosenId('a course'),
    rating,
    text: z.optional(z.nullable(rule.plainText(4000, { has_lines: true }))),
    status: z.optional(status),
  }),
  response: one(ModeratedReview),
  errors: ['not_enough_permissions', 'already_reviewed', 'invalid'],
})

/** An instructor answers in public, and neither approves nor rejects (REV-027). An empty reply takes the answer back. */
export const updateReview = endpoint({
  method: 'PUT',
  path: '/portal/reviews/:id',
  permission: 'reviews.update',
  summary: 'Approve or reject a review, or answer it',
  record: { kind: 'review' },
  params: z.object({ id }),
  body: z.object({
    status: z.optional(status),
    reply: z.optional(z.nullable(rule.plainText(4000, { has_lines: true }))),
  }),
  response: one(ModeratedReview),
  errors: ['not_found', 'not_enough_permissions'],
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/portal/reviews/:id',
  permission: 'reviews.delete',
  summary: 'Delete a review for good',
  params: z.object({ id }),
  errors: ['not_found', 'not_enough_permissions'],
})

export const showReviewCounters = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/review-counters',
  permission: 'reviews.view',
  summary: 'How a course is reviewed, and how many reviews wait',
  params: bySlug,
  response: one(z.object({ ...ReviewCounters.shape, pending: z.int() })),
  errors: ['not_found'],
})
