import type { SignedIn } from '#kernel/context.ts'
import { errorText, type FieldErrors, fail } from '#kernel/errors.ts'
import type { MediaType } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'

/** A file of the materials library (UPL-001, UPL-002). */
export type Material = { id: number; uuid: string; name: string; type: string; mime_type: string; size: number }

const COLUMNS = ['id', 'uuid', 'name', 'type', 'mime_type', 'size'] as const

/** Files of the portal's library by id; deleted ones are still found by those that use them. */
export const loadMaterials = async (
  tx: Tx,
  portalId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, Material>> => {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))]
  if (uniqueIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('id', 'in', uniqueIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Pictures of the portal's library by uuid, with where they are stored; deleted ones are still found by those that use them. */
export const loadLibraryPictures = async (tx: Tx, portalId: number, uuids: readonly string[]) =>
  uuids.length === 0
    ? []
    : tx
        .selectFrom('media')
        .select([...COLUMNS, 'key', 'user_id'])
        .where('portal_id', '=', portalId)
        .where('uuid', 'in', [...uuids])
        .where('type', '=', 'img')
        .where('is_public', '=', false)
        // What came with a shared course is in no library, and neither is what people send each other.
        .where((eb) => eb.or([eb('is_attachment', '=', false), eb('is_received', '=', true)]))
        .execute()

/** Pictures in the portal's library with one of these sizes in bytes, newest first, with where they are stored. */
export const loadPicturesOfSize = async (tx: Tx, portalId: number, sizes: readonly number[]) =>
  sizes.length === 0
    ? []
    : tx
        .selectFrom('media')
        .select(['uuid', 'size', 'key'])
        .where('portal_id', '=', portalId)
        .where('size', 'in', [...new Set(sizes)])
        .where('type', '=', 'img')
        .where('is_public', '=', false)
        .where('is_attachment', '=', false)
        .where('deleted_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(500)
        .execute()

/** What files of the portal's library are called, by uuid; deleted ones are still found by those that use them. */
export const materialNames = async (
  tx: Tx,
  portalId: number,
  uuids: readonly (string | null)[],
): Promise<{ uuid: string; name: string }[]> => {
  const requestedUuids = uuids.filter((uuid) => uuid !== null)
  if (requestedUuids.length === 0) return []
  return tx
    .selectFrom('media')
    .select(['uuid', 'name'])
    .where('portal_id', '=', portalId)
    .where('uuid', 'in', requestedUuids)
    .execute()
}

/** What a field of a call wants of the library: the file's uuid, and the types it may have. */
export type MaterialRequest = { field: string; uuid: string; types: readonly MediaType[] }

type Call = Pick<SignedIn, 'portal' | 'viewer' | 'scope'>

/**
 * The chosen files by uuid. A file that is not in the library of the portal (of a partner: not the partner's own,
 * UPL-008), or not of an allowed type, is answered with `invalid` for its field.
 */
export const requireMaterials = async (
  tx: Tx,
  ctx: Call,
  requests: readonly MaterialRequest[],
): Promise<Map<string, Material>> => {
  if (requests.length === 0) return new Map()
  let query = tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('portal_id', '=', ctx.portal.id)
    .where('deleted_at', 'is', null)
    .where('is_attachment', '=', false)
    .where('uuid', 'in', [...new Set(requests.map(({ uuid }) => uuid))])
  const isPartner = ctx.scope === 'own' && ctx.viewer.current_role === 'partner'
  if (isPartner) query = query.where('user_id', '=', ctx.viewer.user_id)
  const materials = new Map((await query.execute()).map((row) => [row.uuid, row]))
  const fields: FieldErrors = {}
  for (const { field, uuid, types } of requests)
    if (!types.includes(materials.get(uuid)?.type as MediaType)) fields[field] = [errorText('not_in_options')]
  if (Object.keys(fields).length > 0) throw fail('invalid', { fields })
  return materials
}
