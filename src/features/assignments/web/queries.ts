import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import {
  listAssignmentResponses,
  listCourseAssignments,
  showAssignmentProgress,
  showAssignmentResponse,
} from '../contract.ts'

/** How the list of responses can be asked (ASG-024). */
export const QUEUE_SPEC: ListSpec = { filters: ['state', 'assignment_id'], sorts: ['created_at'], sort: 'created_at' }

/** What the screens of assignments read. */
export const assignmentQueries = (api: Api) => ({
  own: (assignmentId: number, related_id: number) =>
    api.query(showAssignmentResponse, { params: { assignmentId }, query: { related_id } }),
  ofCourse: (slug: string) => api.query(listCourseAssignments, { params: { slug } }),
  queue: (slug: string, search: Record<string, unknown>) =>
    api.query(listAssignmentResponses, {
      params: { slug },
      query: listQuery(readListState(search, QUEUE_SPEC), QUEUE_SPEC) as never,
    }),
  /** The two responses of a course that wait longest: that which is looked at, and the next one. */
  waiting: (slug: string) =>
    api.query(listAssignmentResponses, { params: { slug }, query: { state: 'waiting', per_page: 2 } }),
  progress: (assignmentId: number, related_id: number) =>
    api.query(showAssignmentProgress, { params: { assignmentId }, query: { related_id } }),
})
