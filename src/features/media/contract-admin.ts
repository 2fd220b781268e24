import { endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { MEDIA_TYPES } from '#kernel/uploads/uploads.ts'

/** A file of the materials library (UPL-001, UPL-002). `url` works only for this person and expires. */
export const MaterialShown = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
  portal_id: z.int(),
  user_id: z.nullable(z.int()),
  created_at: time,
})

export const listMaterials = endpoint({
  method: 'GET',
  path: '/materials',
  permission: 'courses.view',
  summary: 'List the materials library, newest first',
  query: z.object({
    type: z.optional(z.enum(MEDIA_TYPES)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    cursor: z.optional(z.string()),
    per_page: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: page(MaterialShown),
})

export const createMaterial = endpoint({
  method: 'POST',
  path: '/materials',
  permission: 'courses.update',
  summary: 'Add a file to the materials library',
  takes: 'multipart',
  // A file that was interrupted is sent again, and must not stand in the library twice (UPL-025).
  is_idempotent: true,
  response: one(MaterialShown),
  errors: ['upload_no_file', 'file_wrong_format', 'file_wrong_size'],
})

export const takeUploadedVideo = endpoint({
  method: 'POST',
  path: '/materials/videos',
  permission: 'courses.update',
  summary: 'Add a video that was uploaded in parts to the materials library',
  body: z.object({ upload_id: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
  response: one(MaterialShown),
  errors: ['not_found', 'file_wrong_format', 'storage_quota_reached'],
})

export const takePictureFrom = endpoint({
  method: 'POST',
  path: '/materials/pictures',
  permission: 'courses.update',
  summary: 'Add the picture at an address to the materials library',
  body: z.object({ address: rule.plainText(2000, { is_required: true }) }),
  // The library has nothing to answer before the picture is there.
  response: z.object({ data: z.nullable(MaterialShown) }),
  errors: ['file_wrong_format', 'file_wrong_size', 'storage_quota_reached'],
  limit: 300,
})

export const deleteMaterial = endpoint({
  method: 'DELETE',
  path: '/materials/:id',
  permission: 'courses.update',
  summary: 'Take a file out of the library; courses that use it keep it',
  params: z.object({ id }),
  errors: ['not_found'],
})
