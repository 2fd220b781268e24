import { loadLibraryPictures } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { textPictureIds } from '#kernel/uploads/text-pictures.ts'
import type { Tx } from '#platform/db/db.ts'
import { mayShow } from './may-show.ts'

const UNKNOWN = 'A picture in this text is not in your materials library. Remove it, or add it again.'

/** Those of some pictures that the person may not see, or that are none. */
export const unseenPictures = async (tx: Tx, ctx: SignedIn, uuids: readonly string[]): Promise<Set<string>> => {
  const unseen = new Set(uuids)
  for (const picture of await loadLibraryPictures(tx, ctx.portal.id, [...unseen]))
    if (await mayShow(tx, ctx, picture)) unseen.delete(picture.uuid)
  return unseen
}

/** Refuses a text, named by its field, that shows a picture which its author may not see (BLD-091). */
export const requireTextPictures = async (
  tx: Tx,
  ctx: SignedIn,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> => {
  for (const [field, html] of Object.entries(texts)) {
    const unseen = await unseenPictures(tx, ctx, textPictureIds(html ?? ''))
    if (unseen.size > 0) throw fail('invalid', { fields: { [field]: [UNKNOWN] } })
  }
}
