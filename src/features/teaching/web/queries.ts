import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listTaughtLearners, listTeachingQueue, showTaughtLearner } from '../contract.ts'

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
  /** What waits for an answer, in one course or in all. */
  queue: (slug?: string) => ({
    ...api.query(listTeachingQueue, { query: slug === undefined ? {} : { slug } }),
    // It changes with what one does on the way back to it.
    staleTime: 2_000,
  }),
  learner: (slug: string, relatedId: number) => api.query(showTaughtLearner, { params: { slug, relatedId } }),
})

const OF_LEARNERS: readonly unknown[] = [listTaughtLearners.path, showTaughtLearner.path]

/** Reads the learners of courses again: one was added, completed, or has got another curator. */
export const refreshLearners = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => OF_LEARNERS.includes(queryKey[0]) })
