import { randomUUID } from 'node:crypto'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { mediaTypeOf, UPLOAD_TYPES, type UploadRule } from '#kernel/uploads/uploads.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { textHolds } from '#platform/db/search-text.ts'
import type { Files } from '#platform/files/files.ts'
import { requireStorage } from '#platform/files/portal-storage.ts'
import { type Route, route, type UploadedFile } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { createMaterial, deleteMaterial, listMaterials, takePictureFrom, takeUploadedVideo } from '../contract-admin.ts'
import { courseFile } from './course-files.ts'
import { fetchPicture } from './fetch-picture.ts'
import { requireUpload } from './public-files.ts'
import { takeVideo } from './take-video.ts'

const COLUMNS = ['id', 'uuid', 'name', 'type', 'mime_type', 'size', 'portal_id', 'user_id', 'created_at'] as const

const library = (tx: Tx, ctx: SignedIn) => {
  const files = tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('portal_id', '=', ctx.portal.id)
    .where('is_public', '=', false)
    .where('is_attachment', '=', false)
    .where('deleted_at', 'is', null)
    .where('replaced_by', 'is', null)
  // Instructors and partners see the files they have brought themselves (UPL-008, ROL-027).
  return ctx.scope === 'own' ? files.where('user_id', '=', ctx.viewer.user_id) : files
}

type Row = Awaited<ReturnType<ReturnType<typeof library>['executeTakeFirstOrThrow']>>
const present = (secret: string, ctx: SignedIn, row: Row) => ({ ...row, url: courseFile(secret, ctx, row).url })

const PICTURE: UploadRule = { extensions: UPLOAD_TYPES.img }

/** A file that has passed the checks of uploads; `uuid` where texts name it already. */
export type CheckedMaterial = { name: string; mime_type: string; extension: string; bytes: Buffer; uuid?: string }

/** Stores a checked file in the library; a row that cannot be written leaves no bytes behind. Answers where its bytes are. */
export const storeMaterial = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  file: CheckedMaterial,
): Promise<{ row: Row; key: string }> => {
  await requireStorage(tx, ctx.portal.id, file.bytes.length, 'file')
  const key = `materials/${ctx.portal.id}/${randomUUID()}.${file.extension}`
  await files.put(key, file.bytes)
  try {
    const row = await tx
      .insertInto('media')
      .values({
        ...(file.uuid && { uuid: file.uuid }),
        portal_id: ctx.portal.id,
        user_id: ctx.viewer.user_id,
        name: file.name.slice(0, 255),
        type: mediaTypeOf(file.name) ?? 'docs',
        mime_type: file.mime_type,
        size: file.bytes.length,
        key,
        created_at: ctx.now,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await logActivity(tx, ctx, { action: 'material.create', subject_type: 'material', subject_id: row.id })
    return { row, key }
  } catch (error) {
    await files.delete(key)
    throw error
  }
}

/** Checks an uploaded file and stores it in the library (UPL-016). */
export const addMaterial = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  uploads: readonly UploadedFile[],
  rule: UploadRule = {},
): Promise<Row> => (await storeMaterial(tx, ctx, files, await requireUpload(uploads, 'file', rule))).row

/** The calls of the materials library (UPL-007). */
export const libraryRoutes = ({
  config,
  secret,
  files,
  uploads: parts,
}: Pick<Services, 'config' | 'secret' | 'files' | 'uploads'>): Route[] => [
  route(listMaterials, async ({ tx, ctx, query }) => {
    let rows = library(tx, ctx)
    if (query.type) rows = rows.where('type', '=', query.type)
    if (query.search) rows = rows.where(textHolds('name', query.search))
    const { data, meta } = await keysetPage(rows, { ...query, sort: '-id', keys: [], direction: 'desc' })
    return { data: data.map((row) => present(secret, ctx, row)), meta }
  }),
  route(createMaterial, async ({ tx, ctx, files: uploads }) => ({
    data: present(secret, ctx, await addMaterial(tx, ctx, files, uploads)),
  })),
  route(takeUploadedVideo, async ({ tx, ctx, body }) => {
    const uuid = await takeVideo(tx, ctx, { files, uploads: parts }, body.upload_id)
    const row = await library(tx, ctx).where('uuid', '=', uuid).executeTakeFirst()
    if (!row) throw fail('not_found')
    await logActivity(tx, ctx, { action: 'material.create', subject_type: 'material', subject_id: row.id })
    return { data: present(secret, ctx, row) }
  }),
  route(
    takePictureFrom,
    async () => ({ data: null }),
    async ({ db, ctx, body }) => {
      const picture = await fetchPicture(body.address, config.FETCH_NETWORKS ?? [])
      const row = await db.withPortal(ctx.portal.id, (tx) => addMaterial(tx, ctx, files, [picture], PICTURE))
      return { data: present(secret, ctx, row) }
    },
  ),
  route(deleteMaterial, async ({ tx, ctx, params }) => {
    const row = await library(tx, ctx).where('id', '=', params.id).executeTakeFirst()
    if (!row) throw fail('not_found')
    await tx
      .updateTable('media')
      .set({ deleted_at: ctx.now })
      .where('portal_id', '=', ctx.portal.id)
      .where('id', '=', row.id)
      .execute()
    await logActivity(tx, ctx, { action: 'material.delete', subject_type: 'material', subject_id: row.id })
    return undefined
  }),
]
