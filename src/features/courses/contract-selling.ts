import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { Course } from './contract.ts'

/** Puts a course into the shop or takes it out (BLD-036, PRT-050); without `is_marketable` it goes to the other state. */
export const setCourseMarketable = endpoint({
  method: 'PATCH',
  path: '/admin/courses/:slug/marketable',
  permission: 'courses.update',
  summary: 'Put a course into the shop or take it out',
  params: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) }),
  body: z.object({ is_marketable: z.optional(z.boolean()) }),
  response: one(Course),
  errors: ['not_found'],
})
