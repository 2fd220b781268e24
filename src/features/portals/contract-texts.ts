import { MOST_TEXT_LIMIT } from '#kernel/access/text-limit.ts'
import { endpoint, id, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const portalId = z.object({ id })
const TextLimit = z.object({
  /** How many text messages the portal may send in a day; null for the default of the platform. */
  text_limit: z.nullable(z.int()),
  /** What holds for the portal now. */
  limit: z.int(),
  sent_today: z.int(),
})

export const showPortalTextLimit = endpoint({
  method: 'GET',
  path: '/portals/:id/text-limit',
  permission: 'portals.update',
  summary: 'Show how many text messages a portal has sent today and may send in a day',
  record: { kind: 'portal-text-limit' },
  params: portalId,
  response: one(TextLimit),
  errors: ['not_found'],
})

export const updatePortalTextLimit = endpoint({
  method: 'PUT',
  path: '/portals/:id/text-limit',
  permission: 'portals.update',
  summary: 'Set how many text messages a portal may send in a day; null goes back to the default',
  record: { kind: 'portal-text-limit' },
  params: portalId,
  body: z.object({ text_limit: z.nullable(z.int().check(rule.minValue(0), rule.maxValue(MOST_TEXT_LIMIT))) }),
  response: one(TextLimit),
  errors: ['not_found'],
})
