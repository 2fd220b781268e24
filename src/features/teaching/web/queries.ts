import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list-state.ts'
import { listTaughtLearners, showTaughtLearner } from '../contract.ts'

export const LEARNERS_SPEC: ListSpec = { filters: ['status'], sorts: ['id'], sort: '-id' }

/** The reads of the teaching screens; loaders and components use the same. */
export const teachingQueries = (api: Api) => ({
  learners: (slug: string, query: Record<string, string | number>) =>
    api.query(listTaughtLearners, { params: { slug }, query: query as never }),
  learnersAt: (slug: string, search: Record<string, unknown>) =>
    api.query(listTaughtLearners, {
      params: { slug },
      query: listQuery(readListState(search, LEARNERS_SPEC), LEARNERS_SPEC) as never,
    }),
  learner: (slug: string, relatedId: number) => api.query(showTaughtLearner, { params: { slug, relatedId } }),
})
