import { PersonShown } from '#features/accounts/contract.ts'
import { contentCalls, contentFields } from '#kernel/content.ts'
import { chosenId, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { PERIODS } from './rules/periods.ts'

/** An instructor-led date as staff see it (CNT-014). */
export const ScheduleRecord = z.object({
  id: z.int(),
  course_id: z.int(),
  course_title: z.string(),
  starts_at: time,
  ends_at: time,
  time_zone: z.string(),
  place: z.nullable(z.string()),
  instructor_id: z.nullable(z.int()),
  instructor: z.nullable(PersonShown),
  seats: z.nullable(z.int()),
  updated_at: time,
})

export const schedules = contentCalls({
  path: '/portal/schedules',
  resource: 'bundles',
  words: { one: 'an instructor-led date', many: 'instructor-led dates' },
  query: {},
  filters: { period: z.optional(z.enum(PERIODS)) },
  record: ScheduleRecord,
  row: ScheduleRecord,
  sorts: ['starts_at', 'updated_at'],
  sort: '-starts_at',
  fields: {
    course_id: chosenId('a course'),
    starts_at: time,
    ends_at: time,
    time_zone: z.string().check(rule.required()),
    place: contentFields.line(200),
    instructor_id: contentFields.link,
    seats: z.optional(z.nullable(z.int().check(rule.minValue(1), rule.maxValue(100_000)))),
  },
})
