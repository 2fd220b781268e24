import { day, endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { terms } from './contract.ts'
import { REQUIREMENT_KINDS } from './rules/requirement.ts'
import { STATES } from './rules/standing.ts'

const Standing = z.object({ state: z.enum(STATES), until: z.nullable(day) })
const count = z.object({ required: z.int(), cleared: z.int() })

/** What terms would change for the people who are in the portal today; nothing is written (CMP-048). */
export const dryRunRequirement = endpoint({
  method: 'POST',
  path: '/compliance/requirements/dry-run',
  permission: 'enrollments.update',
  summary: 'What changed terms of a requirement would do to present people',
  example: { kind: 'course', course_id: 12, from_day: '2026-03-01', title: 'HAZWOPER', valid_months: 12 },
  body: z.object({
    ...terms,
    /** Null for a requirement that is not there yet. */
    requirement_id: z._default(z.nullable(z.int()), null),
    /** Of a new one alone. */
    kind: z.enum(REQUIREMENT_KINDS),
    course_id: z._default(z.nullable(z.int()), null),
    is_retired: z._default(z.boolean(), false),
  }),
  response: one(
    z.object({
      /** The first day of the terms, or today if that is past. */
      on: day,
      people: z.int(),
      /** True if there are more people than the 2,000 that are looked at. */
      has_more: z.boolean(),
      /** Of how many people it is required, and how many of them are cleared. */
      before: count,
      after: count,
      touched: z.int(),
      /** The first 100 of them, those who lose their clearance first, then by name. */
      rows: z.array(z.object({ user_id: z.int(), name: z.string(), before: Standing, after: Standing })),
    }),
  ),
  errors: ['not_found', 'invalid', 'refresher_is_initial', 'refresher_without_end'],
})
