import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listCourseQuestions, showCourseQuestion, showQuestionCounters } from '../contract.ts'

export const QUESTIONS_SPEC: ListSpec = { filters: ['status', 'categoryId'] }

type Search = Record<string, unknown>

/** The reads of the question screens; loaders and components use the same. */
export const questionQueries = (api: Api) => ({
  list: (slug: string, search: Search) =>
    api.query(listCourseQuestions, {
      params: { slug },
      query: listQuery({ ...readListState(search, QUESTIONS_SPEC), search: '' }, QUESTIONS_SPEC) as never,
    }),
  one: (slug: string, questionId: number) => api.query(showCourseQuestion, { params: { slug, questionId } }),
  counters: (slug: string) => api.query(showQuestionCounters, { params: { slug } }),
})

const OF_QUESTIONS = [listCourseQuestions, showCourseQuestion, showQuestionCounters].map(({ path }) => path)

/** Reads everything again that shows questions, after a change or a live event. */
export const refreshQuestions = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_QUESTIONS.includes(queryKey[0] as string) })
