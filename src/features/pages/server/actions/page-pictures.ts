import {
  requireUpload,
  type SentPicture,
  storePicture,
  storePublicFile,
  takePictures,
} from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { SEO_EXTENSIONS } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { UploadedFile } from '#platform/http/route.ts'
import { type AnyBlock, allBlocks } from '../../rules/blocks.ts'
import { cleanBlocks } from '../blocks.ts'
import { loadPage, type PageRow, savePage } from '../store.ts'
import { keepVersion } from '../version-store.ts'
import { logPage } from './save-page.ts'

/**
 * Puts a picture in place of the one that is shown where a page is shared (PGB-037, UPL-014). The former one stays: the
 * page's earlier versions show it.
 */
export const storeSeoImage = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  { id, ...sent }: SentPicture & { id: number },
): Promise<PageRow> => {
  const before = await loadPage(tx, ctx.portal.id, id, true)
  if (!before) throw fail('not_found')
  const url = await storePicture(tx, ctx, files, sent, { extensions: SEO_EXTENSIONS })
  const row = await savePage(tx, ctx.portal.id, id, {
    seo_image: url,
    newest_version: before.newest_version + 1,
    updated_at: ctx.now,
  })
  await keepVersion(
    tx,
    { portal_id: ctx.portal.id, id },
    { made_by: 'picture', created_at: ctx.now, created_by: ctx.viewer.user_id },
  )
  await logPage(tx, ctx, 'upload-picture', row)
  return row
}

/** Stores a picture for a block of whichever page; blocks are copied between pages, so it belongs to none of them. */
export const storeBlockPicture = async (tx: Tx, ctx: SignedIn, files: Files, uploads: readonly UploadedFile[]) => {
  const file = await requireUpload(uploads, 'file', { types: ['img'] })
  return { src: await storePublicFile(tx, ctx, files, file), width: file.width, height: file.height }
}

/** The addresses in blocks that may be those of pictures, in texts as well. */
const picturesIn = (blocks: readonly AnyBlock[]): string[] =>
  [...allBlocks(blocks)].flatMap(
    ({ props }) => JSON.stringify(props).match(/\/api\/v1\/media\/[\da-f-]{36}(?![\da-f-])/gi) ?? [],
  )

/**
 * Blocks from a file or the clipboard as a page of this portal may hold them: checked and cleaned as by a save, because
 * the builder shows them before anything is saved, and with the pictures of other portals as the portal's own (PGB-041).
 */
export const takeBlocks = async (
  tx: Tx,
  ctx: SignedIn,
  { components, seo_image: share = null }: { components: unknown[]; seo_image?: string | null | undefined },
) => {
  const blocks = cleanBlocks(components)
  await takePictures(tx, { portal_id: ctx.portal.id, now: ctx.now }, [...picturesIn(blocks), share])
  return { components: blocks, seo_image: share }
}
