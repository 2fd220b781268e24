import { endpoint, id, listQuery, page } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { publicationFilter, publicationStatus } from './contract.ts'

/** The courses within reach to choose from in a field: no more of them than their names (BLD-033). */
export const selectCourses = endpoint({
  method: 'GET',
  path: '/admin/courses/selects',
  permission: 'courses.view',
  summary: 'Courses to choose from, by title',
  is_read_only: false,
  query: z.object({
    ...listQuery(['title']),
    publication_status: publicationFilter,
    /** Another portal than that of the call, for super admins (PRT-040). */
    portal_id: z.optional(id),
  }),
  response: page(z.object({ id: z.int(), title: z.string(), publication_status: publicationStatus })),
  errors: ['not_found', 'not_your_portal'],
})
