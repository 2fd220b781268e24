import { endpoint, id, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/**
 * The picture that social networks show for a page without its own (SEO-006, SEO-011). `version` identifies the
 * drawing: with the current one, the answer can be cached forever.
 */
export const showSharePicture = endpoint({
  method: 'GET',
  path: '/main/share-pictures/:kind/:id',
  permission: 'public',
  summary: 'The drawn share picture of a page, 1123 × 794 pixels',
  gives: 'file',
  is_uncounted: true,
  // Legal pages stand on every portal, and their picture is the portal's.
  is_always_open: true,
  params: z.object({ kind: z.string().check(z.maxLength(40)), id }),
  query: z.object({ version: z.optional(z.string().check(z.maxLength(40))) }),
  errors: ['not_found'],
})

/** One call asks about every link of a page or an article (SEO-032, SEO-033). */
export const checkLinks = endpoint({
  method: 'POST',
  path: '/portal/pages/links',
  permission: 'site-content.view',
  summary: 'Those of some addresses of the portal behind which nothing is published',
  body: z.object({ addresses: z.array(z.string().check(z.maxLength(2082))).check(z.maxLength(1000)) }),
  response: one(z.object({ dead: z.array(z.string()) })),
})
