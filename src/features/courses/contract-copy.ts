import { endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { Course } from './contract.ts'

/** A draft with everything that is in the course; a call that is sent again answers the same copy (BLD-022, BLD-023). */
export const copyCourse = endpoint({
  method: 'POST',
  path: '/admin/courses/:slug/copy',
  permission: 'courses.create',
  summary: 'Copy a course with everything in it, as a draft',
  is_idempotent: true,
  params: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) }),
  body: z.object({ title: z.optional(rule.plainText(200, { is_required: true })) }),
  response: one(Course),
  errors: ['not_found', 'invalid'],
})
