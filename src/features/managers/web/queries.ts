import type { QueryClient } from '@tanstack/react-query'
import { refreshCredits } from '#features/credits/web/public.ts'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import {
  listLearners,
  listManagerCourses,
  listManagerUsers,
  showCourseManagers,
  showManagerCourse,
  showManagerOverview,
} from '../contract.ts'

export const COURSES_SPEC: ListSpec = { sorts: ['title'], sort: 'title' }
export const PEOPLE_SPEC: ListSpec = {}

export const LEARNERS_SPEC: ListSpec = { filters: ['access'] }

type Search = Record<string, unknown>

/** The learners of a course as its address narrows them. */
export const learnersAt = (api: Api, slug: string, search: Search) =>
  api.query(listLearners, {
    params: { slug },
    query: listQuery(readListState(search, LEARNERS_SPEC), LEARNERS_SPEC) as never,
  })

/** The reads of the manager's screens; loaders and components use the same. */
export const managerQueries = (api: Api) => ({
  overview: () => api.query(showManagerOverview),
  courses: (search: Search) =>
    api.query(listManagerCourses, { query: listQuery(readListState(search, COURSES_SPEC), COURSES_SPEC) as never }),
  course: (slug: string, search: Search = {}) =>
    api.query(showManagerCourse, {
      params: { slug },
      query: listQuery(readListState(search, PEOPLE_SPEC), PEOPLE_SPEC) as never,
    }),
})

const OF_MANAGERS: readonly unknown[] = [
  listManagerCourses,
  listManagerUsers,
  showCourseManagers,
  showManagerCourse,
  showManagerOverview,
].map(({ path }) => path)

/** Reads everything again that shows credits and people of a manager, or the credits of the portal, after a change or a live event. */
export const refreshManager = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_MANAGERS.includes(queryKey[0]) }),
    refreshCredits(queryClient),
  ])
}
