import { PersonShown } from '#features/accounts/contract.ts'
import { endpoint, listQuery, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** An instructor-led date as visitors see it (CNT-014). */
export const ScheduleShown = z.object({
  id: z.int(),
  course: z.object({ id: z.int(), title: z.string(), slug: z.string(), thumbnail: text }),
  starts_at: time,
  ends_at: time,
  time_zone: z.string(),
  place: text,
  instructor: z.nullable(PersonShown),
  seats: z.nullable(z.int()),
})

export const listSchedules = endpoint({
  method: 'GET',
  path: '/main/schedules',
  permission: 'public',
  summary: 'Instructor-led dates that are not over, the next first',
  query: z.object({ ...listQuery(['starts_at'], 20), course: z.optional(z.string().check(z.maxLength(200))) }),
  response: page(ScheduleShown),
  errors: ['not_found'],
})
