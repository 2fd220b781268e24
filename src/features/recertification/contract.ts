import { endpoint, id, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** How many days before the end the next enrollment is made, unless somebody chooses otherwise. */
export const DEFAULT_DAYS = 30
export const MOST_DAYS = 180

const CourseName = z.object({ id: z.int(), title: z.string(), slug: z.string() })

const Renewal = z.object({
  /** The id of the requirement. */
  id: z.int(),
  title: z.string(),
  /** Null for licenses and documents, which people hand in. */
  course: z.nullable(CourseName),
  /** Courses that renew it in time; people are enrolled in the first one. */
  refreshers: z.array(CourseName),
  valid_months: z.nullable(z.int()),
  is_automatic: z.boolean(),
  days_before: z.int(),
})

/** The requirements of today with how they are renewed (CMP-035). */
export const listRenewals = endpoint({
  method: 'GET',
  path: '/recertification/requirements',
  permission: 'certificates.view',
  summary: 'List the training requirements with how they are renewed',
  response: one(z.array(Renewal)),
})

/** Whether the next enrollments of a requirement are made on their own, and when (CMP-035). */
export const saveRenewal = endpoint({
  method: 'PUT',
  path: '/recertification/requirements/:id',
  permission: 'enrollments.update',
  summary: 'Choose how a training requirement is renewed',
  params: z.object({ id }),
  body: z.object({ is_automatic: z.boolean(), days_before: z.int().check(z.minimum(0), z.maximum(MOST_DAYS)) }),
  response: one(z.array(Renewal)),
  errors: ['not_found', 'invalid'],
})

/** The seats that people need in the next twelve months (CMP-038). */
export const showForecast = endpoint({
  method: 'GET',
  path: '/recertification/forecast',
  permission: 'certificates.view',
  summary: 'Forecast the seats that people need in the next 12 months',
  query: z.object({ team_id: z.optional(id) }),
  response: one(
    z.object({
      /** `YYYY-MM`, beginning with the current one. */
      months: z.array(z.string()),
      /** Credits that every course can use; those of the portal alone. */
      general_credits: z.int(),
      courses: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          slug: z.string(),
          is_for_sale: z.boolean(),
          seats: z.int(),
          by_month: z.array(z.int()),
          in_stock: z.int(),
          to_buy: z.int(),
          teams: z.array(z.object({ id: z.nullable(z.int()), name: z.string(), seats: z.int() })),
        }),
      ),
      teams: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
})
