import { endpoint } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { PICTURE_WIDTHS } from '#kernel/uploads/picture-widths.ts'

/** A picture of the library that stands in texts of courses, in the width that is wanted (UPL-046). */
export const showTextPicture = endpoint({
  method: 'GET',
  path: '/pictures/:uuid',
  permission: 'session',
  summary: 'A picture in a text of a course',
  is_uncounted: true,
  gives: 'file',
  params: z.object({ uuid: z.uuid() }),
  query: z.object({ w: z.optional(z.pipe(z.coerce.number<number>(), z.literal(PICTURE_WIDTHS))) }),
  errors: ['not_found'],
})
