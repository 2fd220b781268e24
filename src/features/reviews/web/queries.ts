import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listReviews, showOwnReview, showReviewCounters } from '../contract.ts'

export type ListedReview = Wire<typeof listReviews>['data'][number]

export const REVIEWS_SPEC: ListSpec = { filters: ['status', 'rating'], sorts: ['rating'], sort: '-id' }

type Search = Record<string, unknown>

/** The reads of the review screens; loaders and components use the same. */
export const reviewQueries = (api: Api) => ({
  own: (slug: string, relatedId: number) =>
    api.query(showOwnReview, { params: { slug }, query: { related_id: relatedId } }),
  list: (search: Search, courseId?: number) =>
    api.query(listReviews, {
      query: {
        ...listQuery(readListState(search, REVIEWS_SPEC), REVIEWS_SPEC),
        ...(courseId !== undefined && { course_id: courseId }),
      } as never,
    }),
  counters: (slug: string) => api.query(showReviewCounters, { params: { slug } }),
})

const OF_REVIEWS = [listReviews, showOwnReview, showReviewCounters].map(({ path }) => path)

/** Reads everything again that shows reviews, after a change. */
export const refreshReviews = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_REVIEWS.includes(queryKey[0] as string) })
