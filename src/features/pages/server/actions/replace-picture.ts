import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { packBlocks } from '../blocks.ts'
import { loadPage, type PageRow, SHOWN, savePage } from '../store.ts'
import { findVersion, keepVersion, setLive } from '../version-store.ts'
import { logPage } from './save-page.ts'

type Said = Pick<PageRow, (typeof SHOWN)[number]>

/**
 * Puts another picture in place of one, by their uuids, in a page and in what visitors read of it: each as a version of its
 * own, so that the former ones stay as they were.
 */
export const replacePicture = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const page = await loadPage(tx, ctx.portal.id, id, true)
  if (!page) return
  const said = (source: Said): Said => Object.fromEntries(SHOWN.map((name) => [name, source[name]])) as Said
  const isIn = (source: Said) => JSON.stringify(said(source)).includes(from)
  let row = page
  const keep = async (source: Said) => {
    const { components, ...rest } = JSON.parse(JSON.stringify(said(source)).replaceAll(from, to))
    row = await savePage(tx, ctx.portal.id, id, {
      ...rest,
      components: JSON.stringify(components),
      packed: page.packed === null ? null : packBlocks(components),
      newest_version: row.newest_version + 1,
      updated_at: ctx.now,
    })
    const made = { made_by: 'save', created_at: ctx.now, created_by: ctx.viewer.user_id } as const
    await keepVersion(tx, { portal_id: ctx.portal.id, id }, made)
    return row.newest_version
  }
  const isLive = page.live_version === page.newest_version
  const live = page.live_version === null || isLive ? null : await findVersion(tx, ctx.portal.id, id, page.live_version)
  let shown: number | null = null
  // The draft comes last: it is what editors go on with.
  if (live && isIn(live as Said)) shown = await keep(live as Said)
  if (shown !== null || isIn(page)) {
    const draft = await keep(page)
    if (isLive) shown = draft
  }
  if (shown !== null) row = await setLive(tx, ctx.portal.id, row, shown, ctx.now)
  if (row === page) return
  await countChange(tx, ctx, 'page', [id])
  await logPage(tx, ctx, 'update', row, { isShown: shown !== null })
}
