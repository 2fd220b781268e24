import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { cleanTags, inUseText } from '../rules/files.ts'
import { copyForPages, putBack, replaceFile } from './actions/replace-file.ts'
import * as store from './store.ts'
import { loadUses } from './uses.ts'

const present = (secret: string, ctx: SignedIn, row: store.LibraryRow, names: Map<number, string>) => ({
  ...row,
  ...store.addressesOf(secret, ctx, row),
  created_by: row.user_id === null ? null : (names.get(row.user_id) ?? null),
})

const usesOf = async (tx: Tx, portalId: number, id: number) =>
  loadUses(tx, portalId, await store.loadFamily(tx, portalId, id))

/** A file of the library with all that the panel beside it shows. */
const detail = async (tx: Tx, ctx: SignedIn, secret: string, id: number) => {
  const entry = await store.loadFile(tx, ctx.portal.id, id)
  if (!entry) throw fail('not_found')
  const former = await store.loadFormer(tx, ctx.portal.id, id)
  return {
    ...present(secret, ctx, entry.row, entry.names),
    uses: await usesOf(tx, ctx.portal.id, id),
    former: former.map((file) => ({ ...file, ...store.addressesOf(secret, ctx, file) })),
  }
}

const requireFile = async (tx: Tx, ctx: SignedIn, id: number) => {
  const entry = await store.loadFile(tx, ctx.portal.id, id, true)
  if (!entry) throw fail('not_found')
  return entry.row
}

/** The calls of the library of a portal's pictures and files (UPL-048 and following). */
export const routes = ({ secret, ...services }: Services): Route[] => [
  route(contract.listLibrary, async ({ tx, ctx, query }) => {
    const { rows, meta, names } = await store.pageOfLibrary(tx, ctx.portal.id, query)
    return { data: rows.map((row) => present(secret, ctx, row, names)), meta }
  }),
  route(contract.listMediaTags, async ({ tx, ctx }) => ({ data: await store.loadTags(tx, ctx.portal.id) })),
  route(contract.showLibraryFile, async ({ tx, ctx, params }) => ({ data: await detail(tx, ctx, secret, params.id) })),
  route(contract.updateLibraryFile, async ({ tx, ctx, params, body: { tags, ...body } }) => {
    const before = await requireFile(tx, ctx, params.id)
    if (Object.keys(body).length > 0)
      await tx
        .updateTable('media')
        .set(body)
        .where('portal_id', '=', ctx.portal.id)
        .where('id', '=', before.id)
        .execute()
    if (tags) await store.saveTags(tx, ctx.portal.id, before.id, cleanTags(tags))
    await logActivity(tx, ctx, {
      action: 'material.update',
      subject_type: 'material',
      subject_id: before.id,
      changes: { ...body, ...(tags && { tags: cleanTags(tags).join(', ') }) },
    })
    return { data: await detail(tx, ctx, secret, before.id) }
  }),
  route(contract.replaceLibraryFile, async ({ tx, ctx, params, files: uploads }) => ({
    data: await detail(tx, ctx, secret, await replaceFile(tx, ctx, services, { id: params.id, uploads })),
  })),
  route(contract.putFileBack, async ({ tx, ctx, params }) => ({
    data: await detail(tx, ctx, secret, await putBack(tx, ctx, services, params)),
  })),
  route(contract.copyLibraryPicture, async ({ tx, ctx, params }) => {
    const file = await requireFile(tx, ctx, params.id)
    if (file.type !== 'img') throw fail('conflict', { message: 'Only pictures can be shown here.' })
    return { data: { src: await copyForPages(tx, ctx, services.files, file), alt: file.alt } }
  }),
  route(contract.deleteLibraryFile, async ({ tx, ctx, params }) => {
    const { id, name } = await requireFile(tx, ctx, params.id)
    const uses = await usesOf(tx, ctx.portal.id, id)
    if (uses.length > 0) throw fail('conflict', { message: inUseText(uses) })
    await tx
      .updateTable('media')
      .set({ deleted_at: ctx.now })
      .where('portal_id', '=', ctx.portal.id)
      .where(({ or, eb }) => or([eb('id', '=', id), eb('copied_from', '=', id), eb('replaced_by', '=', id)]))
      .execute()
    await logActivity(tx, ctx, {
      action: 'material.delete',
      subject_type: 'material',
      subject_id: id,
      changes: { title: name },
    })
    return undefined
  }),
]
