import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { packBlocks } from '../blocks.ts'
import { loadPage, type PageRow, savePage } from '../store.ts'
import { findVersion, keepVersion, setLive } from '../version-store.ts'
import { logPage } from './save-page.ts'

type Named = { id: number; number: number }

const requireBoth = async (tx: Tx, ctx: SignedIn, { id, number }: Named) => {
  const page = await loadPage(tx, ctx.portal.id, id, true)
  const version = page && (await findVersion(tx, ctx.portal.id, id, number))
  if (!version) throw fail('not_found')
  return { page, version }
}

/** Makes a kept version the draft again: a new version that says the same. Nothing is lost, and nothing goes live (PGB-047). */
export const restoreVersion = async (tx: Tx, ctx: SignedIn, named: Named): Promise<PageRow> => {
  const { page, version } = await requireBoth(tx, ctx, named)
  const { number, made_by: _, restored_from: __, created_at: ___, created_by: ____, components, ...said } = version
  const blocks = components as never[]
  const row = await savePage(tx, ctx.portal.id, page.id, {
    ...said,
    components: JSON.stringify(blocks),
    packed: page.packed !== null ? packBlocks(blocks) : null,
    newest_version: page.newest_version + 1,
    updated_at: ctx.now,
  })
  await keepVersion(
    tx,
    { portal_id: ctx.portal.id, id: page.id },
    { made_by: 'restore', restored_from: number, created_at: ctx.now, created_by: ctx.viewer.user_id },
  )
  // Somebody who has the page open in the builder is asked before their save takes this back.
  await countChange(tx, ctx, 'page', [page.id])
  await logPage(tx, ctx, 'restore', row, { changes: { number } })
  return row
}

/** Lets visitors read a version of a page in one step (PGB-048). */
export const publishVersion = async (tx: Tx, ctx: SignedIn, named: Named): Promise<PageRow> => {
  const { page, version } = await requireBoth(tx, ctx, named)
  if (page.live_version === null) requireSubscription(ctx)
  const row = await setLive(tx, ctx.portal.id, page, version.number, ctx.now)
  await logPage(tx, ctx, 'publish', row, { isShown: true, changes: { number: version.number } })
  return row
}
