import { addMaterial, readStoredFile, requireUpload, storePublicFile, uuidOfUrl } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { extensionOf, UPLOAD_TYPES, type UploadRule, type UploadType } from '#kernel/uploads/uploads.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { type Ports, rewriteUses } from '../rewrite.ts'
import * as store from '../store.ts'

/** Pictures on certificates and share pictures are read by programs that take these alone. */
const PLAIN_PICTURES = ['jpg', 'jpeg', 'png']

/** What may take the place of a file: its kind, and of pictures what every place of it can show. */
const ruleFor = ({ name, type, mime_type }: { name: string; type: string; mime_type: string }): UploadRule => {
  if (type === 'video') throw fail('conflict', { message: 'Nothing was replaced. A video is replaced in its course.' })
  if (type !== 'img') return { types: [type as UploadType] }
  if (extensionOf(name) === 'ico') return { types: ['icon'] }
  const isPlain = mime_type === 'image/jpeg' || mime_type === 'image/png'
  return { extensions: isPlain ? PLAIN_PICTURES : UPLOAD_TYPES.img }
}

type Needed = Ports & { files: Files }
type Member = Awaited<ReturnType<typeof store.loadFamily>>[number]

const setReplaced = async (tx: Tx, portalId: number, from: number, to: number) => {
  const change = (id: number, replaced: number | null) =>
    tx
      .updateTable('media')
      .set({ replaced_by: replaced })
      .where('portal_id', '=', portalId)
      .where('id', '=', id)
      .execute()
  // What was replaced before follows, so that every former file is found from the one in use.
  await tx
    .updateTable('media')
    .set({ replaced_by: to })
    .where('portal_id', '=', portalId)
    .where('replaced_by', '=', from)
    .where('id', '!=', to)
    .execute()
  await change(to, null)
  await change(from, to)
}

/** A copy of a file for public pages; each copy is removed on its own. */
export const copyForPages = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  file: { id: number; uuid: string; name: string; mime_type: string },
): Promise<string> => {
  const bytes = await readStoredFile(tx, files, ctx.portal.id, file.uuid)
  if (!bytes) throw fail('not_found')
  const content = { name: file.name, mime_type: file.mime_type, bytes, extension: extensionOf(file.name) || 'bin' }
  return storePublicFile(tx, ctx, files, content, { copied_from: file.id })
}

/** Puts one file of the library in place of another in everything that names it or a copy of it (UPL-054). */
const takePlace = async (tx: Tx, ctx: SignedIn, services: Needed, from: Member, to: store.LibraryRow) => {
  const portalId = ctx.portal.id
  const [before, after] = [await store.loadFamily(tx, portalId, from.id), await store.loadFamily(tx, portalId, to.id)]
  for (const member of before) {
    if (member.id === from.id || !(await store.isUsed(tx, portalId, member.uuid))) continue
    const known = after.find(({ replaced_by: by }) => by === member.id)
    const uuid = known?.uuid ?? (uuidOfUrl(await copyForPages(tx, ctx, services.files, to)) as string)
    const copy = (await store.findByUuid(tx, portalId, uuid)) as Member
    await rewriteUses(tx, ctx, services, member, copy)
    await setReplaced(tx, portalId, member.id, copy.id)
  }
  await rewriteUses(tx, ctx, services, from, to)
  await setReplaced(tx, portalId, from.id, to.id)
  await store.moveWords(tx, portalId, from.id, to.id)
}

const requireFile = async (tx: Tx, ctx: SignedIn, id: number) => {
  const entry = await store.loadFile(tx, ctx.portal.id, id, true)
  if (!entry) throw fail('not_found')
  return entry.row
}

/** A new file takes the place of one everywhere; the former one is kept, to be put back. Answers the new one's id. */
export const replaceFile = async (
  tx: Tx,
  ctx: SignedIn,
  services: Needed,
  { id, uploads }: { id: number; uploads: readonly UploadedFile[] },
): Promise<number> => {
  const from = await requireFile(tx, ctx, id)
  const rule = ruleFor(from)
  const uuid = from.is_public
    ? uuidOfUrl(await storePublicFile(tx, ctx, services.files, await requireUpload(uploads, 'file', rule)))
    : (await addMaterial(tx, ctx, services.files, uploads, rule)).uuid
  const to = await requireFile(tx, ctx, ((await store.findByUuid(tx, ctx.portal.id, uuid as string)) as Member).id)
  await takePlace(tx, ctx, services, from as unknown as Member, to)
  await logActivity(tx, ctx, {
    action: 'material.replace',
    subject_type: 'material',
    subject_id: to.id,
    changes: { from: from.name, to: to.name },
  })
  return to.id
}

/** Puts a former file back where the present one is used; the present one becomes a former one. */
export const putBack = async (
  tx: Tx,
  ctx: SignedIn,
  services: Needed,
  { id, former_id }: { id: number; former_id: number },
): Promise<number> => {
  const from = await requireFile(tx, ctx, id)
  const former = (await store.loadFormer(tx, ctx.portal.id, id)).find((file) => file.id === former_id)
  if (!former) throw fail('not_found')
  await tx
    .updateTable('media')
    .set({ replaced_by: null })
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', former.id)
    .execute()
  const to = await requireFile(tx, ctx, former.id)
  await takePlace(tx, ctx, services, from as unknown as Member, to)
  await logActivity(tx, ctx, {
    action: 'material.restore',
    subject_type: 'material',
    subject_id: to.id,
    changes: { from: from.name, to: to.name },
  })
  return to.id
}
