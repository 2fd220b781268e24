import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { AWAY_REASONS } from './rules/offers.ts'

const slug = z.string().check(z.minLength(1), z.maxLength(200))

/** An item of a course, and what keeping it on a device takes (OFF-001). */
export const OfflineItem = z.object({
  itemable_type: z.string(),
  itemable_id: z.int(),
  /** Null for what stands in the outline itself. */
  module_id: z.nullable(z.int()),
  title: z.string(),
  /** Why it works only with a connection; null where it can be kept. */
  reason: z.nullable(z.enum(AWAY_REASONS)),
  /** Bytes, with pictures and captions; 0 for what cannot be kept. */
  size: z.int(),
  /** Changes with the content, so that a device knows what to fetch again. */
  mark: z.string(),
  /** The lease that holds an exam on a device, this one or another (OFF-018). */
  lease_id: z.nullable(z.uuid()),
})

export const showOfflineCourse = endpoint({
  method: 'GET',
  path: '/learner/courses/:slug/offline',
  permission: 'learning.view',
  summary: 'Show what of an own course can be kept on a device, and until when',
  params: z.object({ slug }),
  query: z.object({ related_id: id }),
  response: one(
    z.object({
      related_id: z.int(),
      slug: z.string(),
      title: z.string(),
      /** `counts_time`: a rule of the trade counts the time in the course, which only works with a connection. */
      reason: z.nullable(z.enum(['counts_time'])),
      open_until: time,
      items: z.array(OfflineItem),
    }),
  ),
  errors: ['learner_only', 'not_found', 'not_enough_permissions'],
})
