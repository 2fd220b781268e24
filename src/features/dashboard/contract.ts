import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

export const Figure = z.object({
  key: z.string(),
  label: z.string(),
  /** A count, or cents where `unit` is money. */
  value: z.int(),
  unit: z.enum(['count', 'money']),
  /** The same of the 30 days before; null where nothing is compared. */
  before: z.nullable(z.int()),
  /** The last 30 days in ten steps, oldest first. */
  trend: z.array(z.int()),
  note: text,
  href: z.string(),
})

/** Something that somebody has to do, and where. */
export const Attention = z.object({
  key: z.string(),
  /** At most 100, which means that many or more. */
  count: z.int(),
  text: z.string(),
  href: z.string(),
})

/** The start page of those who run a portal (REP-008, PRT-071, PRT-072). */
export const showDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  permission: 'profile.view',
  summary: 'Four figures of the last 30 days, and what needs attention, as far as the caller may see it',
  response: one(
    z.object({
      portal_credits: z.nullable(z.object({ total: z.int(), remaining: z.int(), distributed: z.int(), used: z.int() })),
      figures: z.array(Figure),
      attention: z.array(Attention),
    }),
  ),
})

/** For super admins, who alone may open every portal (PRT-072). */
export const purgeCache = endpoint({
  method: 'POST',
  path: '/admin/purge-cache',
  permission: 'profile.view',
  summary: 'Clear the kept pages of the selected portal (super admins)',
})

export const FoundRecord = z.object({ group: z.string(), label: z.string(), text, href: z.string() })

/** People, courses, orders and portals by a part of their name, as far as the caller may open them (API-032). */
export const findRecords = endpoint({
  method: 'GET',
  path: '/admin/search',
  permission: 'profile.view',
  is_over_all_portals: true,
  summary: 'Find people, courses, orders and portals by a part of their name or number',
  query: z.object({ words: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) }),
  response: z.object({ data: z.array(FoundRecord) }),
})
