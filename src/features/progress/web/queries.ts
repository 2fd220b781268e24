import type { QueryClient } from '@tanstack/react-query'
import { showSeatTime } from '#features/trade-rules/contract.ts'
import type { Api } from '#kernel/client.ts'
import { listLearnerCourses, listLearnerModules, showLearnerCourse, showLearnerModuleItem } from '../contract.ts'

/** Asked without a connection as well: the device may have kept the answer (OFF-006). */
const FROM_DEVICE = { networkMode: 'offlineFirst' } as const

/** The reads of the learner's screens; loaders and components use the same. */
export const learnerQueries = (api: Api) => ({
  courses: (state?: 'current' | 'past', cursor?: string) =>
    api.query(listLearnerCourses, { query: { ...(state && { state }), ...(cursor && { cursor }) } }),
  course: (slug: string, relatedId: number) => ({
    ...api.query(showLearnerCourse, { params: { slug }, query: { related_id: relatedId } }),
    ...FROM_DEVICE,
  }),
  outline: (slug: string, relatedId: number) => ({
    ...api.query(listLearnerModules, { params: { slug }, query: { related_id: relatedId } }),
    ...FROM_DEVICE,
  }),
  item: (itemType: string, itemId: number, relatedId: number) => ({
    ...api.query(showLearnerModuleItem, { params: { itemType, itemId }, query: { related_id: relatedId } }),
    ...FROM_DEVICE,
  }),
})

const OF_PROGRESS = [
  listLearnerCourses,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
  showSeatTime,
].map((it) => it.path)

/** Reads everything again that shows progress, after a step or a live event. */
export const refreshProgress = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_PROGRESS.includes(queryKey[0] as string) })
