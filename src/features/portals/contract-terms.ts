import { endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const Terms = z.object({ terms: z.nullable(z.string()) })

/** The portal's own terms, which stand on `/terms` below those of the platform (PRT-022, PRT-057). */
export const showTerms = endpoint({
  method: 'GET',
  path: '/portal/terms',
  permission: 'public',
  summary: "The portal's own terms",
  record: { kind: 'portal-terms', by: null },
  is_always_open: true,
  response: one(Terms),
})

export const updateTerms = endpoint({
  method: 'PUT',
  path: '/portal/terms',
  permission: 'portal-settings.update',
  summary: "Save the portal's own terms",
  record: { kind: 'portal-terms', by: null },
  body: z.object({ terms: z.nullable(rule.formattedText('full', 200_000)) }),
  response: one(Terms),
})
