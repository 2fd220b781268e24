import { endpoint, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const params = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(200)) })

/** When enrollments are due: days after they begin, or one date for everyone; both null for none (BLD-062). */
const DueDates = z.object({ due_days: z.nullable(z.int()), due_at: z.nullable(time) })

export const showDueDates = endpoint({
  method: 'GET',
  path: '/admin/courses/:slug/due-dates',
  permission: 'courses.view',
  summary: 'Show when enrollments in a course are due',
  record: { kind: 'course-due-dates', by: 'slug' },
  params,
  response: one(DueDates),
  errors: ['not_found'],
})

export const updateDueDates = endpoint({
  method: 'PUT',
  path: '/admin/courses/:slug/due-dates',
  permission: 'courses.update',
  summary: 'Set when new enrollments in a course are due',
  record: { kind: 'course-due-dates', by: 'slug' },
  params,
  body: z
    .object({
      due_days: z.nullable(z.int().check(rule.minValue(1), rule.maxValue(3650))),
      due_at: z.nullable(time),
    })
    .check(
      z.refine((body) => body.due_days === null || body.due_at === null, {
        path: ['due_at'],
        error: 'Please choose either a number of days or a date.',
      }),
    ),
  example: { due_days: 30, due_at: null },
  response: one(DueDates),
  errors: ['not_found', 'invalid'],
})
