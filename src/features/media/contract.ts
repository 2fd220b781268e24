import { endpoint } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { PICTURE_WIDTHS } from '#kernel/uploads/picture-widths.ts'

/**
 * A file that everyone may see: a logo, a cover, an avatar. Its content never changes at the same address. With `w`, a
 * picture comes as WebP of at most that width (UPL-042).
 */
export const showPublicMedia = endpoint({
  method: 'GET',
  path: '/media/:uuid',
  permission: 'public',
  summary: 'A public file',
  is_uncounted: true,
  is_always_open: true,
  gives: 'file',
  params: z.object({ uuid: z.string() }),
  query: z.object({
    /** The time of a change, so that browsers ask for an avatar again. */
    t: z.optional(z.string()),
    w: z.optional(z.pipe(z.coerce.number<number>(), z.literal(PICTURE_WIDTHS))),
  }),
  errors: ['not_found'],
})

/**
 * A file of a course, under an address that was made for the signed-in person and expires (UPL-019). A Range header gets
 * that part of it, so that audio can be played from anywhere.
 */
export const showCourseFile = endpoint({
  method: 'GET',
  path: '/files/:uuid',
  permission: 'session',
  summary: 'A file of a course',
  is_uncounted: true,
  gives: 'file',
  params: z.object({ uuid: z.uuid() }),
  query: z.object({ expires: z.string(), signature: z.string(), download: z.optional(z.string()) }),
  errors: ['not_found', 'link_expired'],
})
