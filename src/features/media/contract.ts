import { endpoint } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** A file that everybody may see: a logo, a cover, an avatar. Its content never changes under the same address. */
export const showPublicMedia = endpoint({
  method: 'GET',
  path: '/media/:uuid',
  permission: 'public',
  summary: 'A public file',
  is_uncounted: true,
  is_always_open: true,
  gives: 'file',
  params: z.object({ uuid: z.string() }),
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
