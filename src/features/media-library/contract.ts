import { endpoint, id, listQuery, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { MEDIA_TYPES } from '#kernel/uploads/uploads.ts'
import { LONGEST_ALT, LONGEST_TAG, MOST_TAGS } from './rules/files.ts'

const tag = rule.plainText(LONGEST_TAG, { is_required: true })

/** A file of the portal's library. `url` brings all of it, `preview` a small picture of one that is a picture. */
const fileFields = {
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
  url: z.string(),
  preview: z.nullable(z.string()),
  /** Empty for a decoration, null while nobody has said what the picture shows. */
  alt: z.nullable(z.string()),
  tags: z.array(z.string()),
  uses_count: z.int(),
  created_at: time,
  created_by: z.nullable(z.string()),
}
export const LibraryFile = z.object(fileFields)

/** A record that shows or offers the file. `note` says what is particular about it, as for a published course. */
export const FileUse = z.object({
  place: z.string(),
  title: z.string(),
  href: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

export const LibraryFileDetail = z.object({
  ...fileFields,
  uses: z.array(FileUse),
  /** Files that this one took the place of, the newest first. */
  former: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size: z.int(),
      url: z.string(),
      preview: z.nullable(z.string()),
      created_at: time,
    }),
  ),
})

export const listLibrary = endpoint({
  method: 'GET',
  path: '/portal/media',
  permission: 'site-content.view',
  summary: 'List the pictures and files of the portal',
  query: z.object({
    ...listQuery(['created_at', 'name', 'size'], 48, '-created_at'),
    type: z.optional(z.enum(MEDIA_TYPES)),
    tag: z.optional(z.string().check(z.maxLength(LONGEST_TAG))),
    /** `missing` lists the pictures that nobody has described yet. */
    alt: z.optional(z.enum(['missing'])),
    use: z.optional(z.enum(['used', 'unused'])),
  }),
  response: page(LibraryFile),
})

export const listMediaTags = endpoint({
  method: 'GET',
  path: '/portal/media/tags',
  permission: 'site-content.view',
  summary: 'List the tags of the library, and how many pictures have no alternative text',
  response: one(z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })), missing_alt: z.int() })),
})

export const showLibraryFile = endpoint({
  method: 'GET',
  path: '/portal/media/:id',
  permission: 'site-content.view',
  summary: 'Show a file of the library and where it is used',
  record: { kind: 'media' },
  params: z.object({ id }),
  response: one(LibraryFileDetail),
  errors: ['not_found'],
})

export const updateLibraryFile = endpoint({
  method: 'PUT',
  path: '/portal/media/:id',
  permission: 'site-content.update',
  summary: 'Name and describe a file of the library',
  record: { kind: 'media' },
  params: z.object({ id }),
  body: z.object({
    name: z.optional(rule.plainText(255, { is_required: true })),
    alt: z.optional(z.nullable(rule.plainText(LONGEST_ALT))),
    tags: z.optional(z.array(tag).check(z.maxLength(MOST_TAGS))),
  }),
  response: one(LibraryFileDetail),
  errors: ['not_found', 'invalid'],
})

export const replaceLibraryFile = endpoint({
  method: 'POST',
  path: '/portal/media/:id/replacement',
  permission: 'site-content.update',
  summary: 'Put a new file in place of one, everywhere at once',
  takes: 'multipart',
  is_idempotent: true,
  params: z.object({ id }),
  response: one(LibraryFileDetail),
  errors: ['not_found', 'conflict', 'upload_no_file', 'file_wrong_format', 'file_wrong_size', 'storage_quota_reached'],
})

export const putFileBack = endpoint({
  method: 'POST',
  path: '/portal/media/:id/former/:former_id',
  permission: 'site-content.update',
  summary: 'Put a former file back in place of the present one',
  params: z.object({ id, former_id: id }),
  response: one(LibraryFileDetail),
  errors: ['not_found'],
})

/** What a public page shows is a public file of its own, which counts as its original in the library (UPL-056). */
export const copyLibraryPicture = endpoint({
  method: 'POST',
  path: '/portal/media/:id/copies',
  permission: 'site-content.update',
  summary: 'Copy a picture of the library for a public page',
  params: z.object({ id }),
  response: one(z.object({ src: z.string(), alt: z.nullable(z.string()) })),
  errors: ['not_found', 'conflict', 'storage_quota_reached'],
})

export const deleteLibraryFile = endpoint({
  method: 'DELETE',
  path: '/portal/media/:id',
  permission: 'site-content.delete',
  summary: 'Delete a file that nothing uses',
  params: z.object({ id }),
  errors: ['not_found', 'conflict'],
})
