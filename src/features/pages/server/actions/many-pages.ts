import type { ManyResults } from '#kernel/content.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { changeEach } from '#platform/http/content/many.ts'
import { loadPage, type PageRow } from '../store.ts'
import { deletePage, updatePage } from './save-page.ts'
import { publishVersion } from './versions.ts'

const lockPage = async (tx: Tx, ctx: SignedIn, id: number): Promise<PageRow> => {
  const page = await loadPage(tx, ctx.portal.id, id, true)
  if (!page) throw fail('not_found')
  return page
}
const nameOf = ({ title }: PageRow) => title

/** Deletes several pages, each as a call about it alone does. */
export const deletePages = (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<ManyResults> =>
  changeEach(tx, ids, {
    load: (id) => lockPage(tx, ctx, id),
    nameOf,
    change: async ({ id }) => {
      await deletePage(tx, ctx, id)
      return true
    },
  })

/** Lets visitors read the named version of each page, or none of it any more (CNT-047). */
export const putPagesLive = (
  tx: Tx,
  ctx: SignedIn,
  pages: readonly { id: number; number: number | null }[],
): Promise<ManyResults> => {
  const numbers = new Map(pages.map(({ id, number }) => [id, number]))
  return changeEach(tx, [...numbers.keys()], {
    load: (id) => lockPage(tx, ctx, id),
    nameOf,
    change: async ({ id, live_version: live }) => {
      const number = numbers.get(id) ?? null
      if (number === live) return false
      if (number === null) await updatePage(tx, ctx, id, { publication_status: PUBLICATION.draft })
      else await publishVersion(tx, ctx, { id, number })
      return true
    },
  })
}
