import { portalChanged } from '#features/portals/server/api.ts'
import { HISTORY_KINDS, type HistoryKind, keepSiteVersion } from '#features/site-history/server/api.ts'
import { requireSubscription } from '#kernel/access/subscribed.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { isSameJson } from '#kernel/format/compare.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { ReleaseValue } from '#platform/pages/releasable.ts'
import { canGoBack, isInTheWay, standingOf, thingsInWords } from '../../rules/releases.ts'
import { KINDS } from '../kinds.ts'
import { countRelease, type ItemRow, loadItems, saveFormer, saveRelease } from '../store.ts'
import { requireRelease } from './edit-release.ts'

/** A part of a release, and what visitors see of it now; null where its record is gone. */
export type ReleasePart = { item: ItemRow; live: ReleaseValue | null }

const compared = ({ item, live }: ReleasePart) =>
  live && { isSame: isSameJson(live, item.value), isBehind: KINDS[item.kind].isBehind(item, live) }
export const standing = (part: ReleasePart) => standingOf(compared(part))
/** The parts of a live release that were changed and published since. */
export const changedSince = (all: readonly ReleasePart[]): string[] =>
  all.filter((part) => !canGoBack(compared(part))).map(({ item }) => item.title)

/** The parts of a release in their order; `isLocked` keeps what they change locked until the transaction ends. */
export const loadParts = async (
  tx: Tx,
  portalId: number,
  releaseId: number,
  isLocked = false,
): Promise<ReleasePart[]> => {
  const parts: ReleasePart[] = []
  // One after the other, in the order of all releases: each may wait for a lock.
  for (const item of await loadItems(tx, portalId, releaseId)) {
    const now = await KINDS[item.kind].read(tx, portalId, item.record_id, isLocked)
    parts.push({ item, live: now?.live ?? null })
  }
  return parts
}

const inTheWay = (titles: readonly string[]) =>
  fail('release_in_the_way', { params: { things: thingsInWords(titles) }, details: { titles } })

/** Announces what visitors see from now on: every kept page of the portal is dropped at once, in every process. */
const goneLive = async (tx: Tx, ctx: Context, changed: readonly ItemRow[]) => {
  for (const { kind, record_id } of changed) {
    const { edited_as: as } = KINDS[kind]
    // Who has the record open is asked before their save undoes this.
    // What a portal has one of goes without an id.
    if (as !== null) await countChange(tx, ctx, as, [record_id === 0 ? '' : record_id])
  }
  await portalChanged(tx, ctx.portal.id)
}

/** Keeps what a release changed in the history of the records that have one (PGB-063). */
const keepInHistory = async (
  tx: Tx,
  ctx: Context,
  { kind, record_id }: ItemRow,
  made_by: 'release' | 'roll_back',
  { value, former }: { value: ReleaseValue; former: ReleaseValue },
) => {
  if (!HISTORY_KINDS.includes(kind as HistoryKind)) return
  await keepSiteVersion(tx, ctx, { kind: kind as HistoryKind, record_id }, { made_by, value, former })
}

type PublishOptions = {
  /** The editor saw what changed since the release was put together, and goes on. */
  isOver: boolean
}

/** Puts everything in a release live in one transaction, and remembers what visitors saw before (PGB-050, PGB-053). */
export const publishRelease = async (tx: Tx, ctx: Context, id: number, { isOver }: PublishOptions): Promise<void> => {
  const portalId = ctx.portal.id
  await countRelease(tx, portalId)
  const release = await requireRelease(tx, portalId, id, 'publish')
  requireSubscription(ctx)
  const parts = await loadParts(tx, portalId, id, true)
  if (parts.length === 0) throw fail('invalid', { field: 'items', message: 'Add something to this release first.' })
  const behind = parts.filter((each) => isInTheWay(standing(each)))
  if (behind.length > 0 && !isOver) throw inTheWay(behind.map(({ item }) => item.title))
  const going = parts.filter((each): each is ReleasePart & { live: ReleaseValue } => each.live !== null)
  for (const { item, live } of going) {
    await KINDS[item.kind].put(tx, portalId, item.record_id, item.value, ctx.now)
    await keepInHistory(tx, ctx, item, 'release', { value: item.value, former: live })
    await saveFormer(tx, portalId, id, item, live)
  }
  await saveRelease(tx, portalId, id, {
    status: 'live',
    publish_at: null,
    problem: null,
    published_at: ctx.now,
    published_by: ctx.viewer?.user_id ?? null,
    rolled_back_at: null,
    rolled_back_by: null,
  })
  await goneLive(
    tx,
    ctx,
    going.map(({ item }) => item),
  )
  await logActivity(tx, ctx, {
    action: 'release.publish',
    subject_type: 'release',
    subject_id: id,
    changes: { title: release.name, items: going.length },
  })
}

/** Shows visitors what they saw before the release, in one transaction; refused while a part was changed since (PGB-052). */
export const rollBackRelease = async (tx: Tx, ctx: Context, id: number): Promise<void> => {
  const portalId = ctx.portal.id
  await countRelease(tx, portalId)
  const release = await requireRelease(tx, portalId, id, 'roll_back')
  const parts = (await loadParts(tx, portalId, id, true)).filter(({ item }) => item.former !== null)
  const changed = changedSince(parts)
  if (changed.length > 0) throw inTheWay(changed)
  for (const { item, live } of parts) {
    const value = item.former as ReleaseValue
    await KINDS[item.kind].put(tx, portalId, item.record_id, value, ctx.now)
    if (live) await keepInHistory(tx, ctx, item, 'roll_back', { value, former: live })
  }
  await saveRelease(tx, portalId, id, {
    status: 'rolled_back',
    rolled_back_at: ctx.now,
    rolled_back_by: ctx.viewer?.user_id ?? null,
  })
  await goneLive(
    tx,
    ctx,
    parts.map(({ item }) => item),
  )
  await logActivity(tx, ctx, {
    action: 'release.roll-back',
    subject_type: 'release',
    subject_id: id,
    changes: { title: release.name, items: parts.length },
  })
}
