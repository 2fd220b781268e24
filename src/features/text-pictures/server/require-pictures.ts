import { loadLibraryPictures } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayShow } from './may-show.ts'

const UNKNOWN = 'A picture in this text is not in your materials library. Remove it, or add it again.'

/** Refuses a text, named by its field, that shows a picture which its author may not see (BLD-091). */
export const requireTextPictures = async (
  tx: Tx,
  ctx: SignedIn,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> => {
  for (const [field, html] of Object.entries(texts)) {
    const uuids = textPictureIds(html ?? '')
    if (uuids.length === 0) continue
    const pictures = await loadLibraryPictures(tx, ctx.portal.id, uuids)
    const seen = await Promise.all(pictures.map((picture) => mayShow(tx, ctx, picture)))
    if (seen.length < uuids.length || seen.includes(false)) throw fail('invalid', { fields: { [field]: [UNKNOWN] } })
  }
}
