import type { Context } from '#kernel/context.ts'
import { type MediaType, mediaTypeOf } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'

/** Whose file it is, and when it came. */
export type Owner = Pick<Context, 'portal' | 'viewer' | 'now'>

type NewFile = {
  name: string
  bytes: Buffer
  mime_type: string
  /** Its place in the file storage. */
  key: string
  /** What it counts as where its name does not say. */
  type: MediaType
  is_public?: boolean
  is_attachment?: boolean
  /** The avatar of a person, which the library of the portal does not list. */
  is_personal?: boolean
  /** The file of the library of which this is a copy. */
  copied_from?: number | null
}

/** Writes down a file that has been stored. */
export const addFile = (
  tx: Tx,
  { portal, viewer, now }: Owner,
  { name, bytes, mime_type, key, type, is_public = false, is_attachment = false, ...rest }: NewFile,
): Promise<{ id: number; uuid: string }> =>
  tx
    .insertInto('media')
    .values({
      portal_id: portal.id,
      user_id: viewer?.user_id ?? null,
      name: name.slice(0, 255),
      type: mediaTypeOf(name) ?? type,
      mime_type,
      size: bytes.length,
      key,
      is_public,
      is_attachment,
      is_personal: rest.is_personal ?? false,
      copied_from: rest.copied_from ?? null,
      created_at: now,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow()
