import { loadOwnEnrollment } from '#features/enrollments/server/api.ts'
import { courseFile, loadMaterials } from '#features/media/server/api.ts'
import {
  loadSeenModuleItem,
  loadSeenOutline,
  type OutlineItem,
  type OutlineModuleItem,
  presentCaptions,
  type SeenModuleItem,
} from '#features/outline/server/api.ts'
import { countsTime } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { videoEmbedUrl } from '#kernel/uploads/video.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  courseProgress,
  type Item,
  isSameItem,
  lockOf,
  type ModuleItemType,
  neighborsOf,
  withModuleStatuses,
} from '../rules/course.ts'
import { STATUS } from '../rules/status.ts'
import { continueOf, inVersionOf, loadShownTitles } from './own-courses.ts'
import { itemRef, itemRefOrNull } from './present.ts'
import { requireUnlocked } from './require-unlocked.ts'
import { loadPosition, loadTrackedCourse, refKey, type TrackedCourse, type TrackedItem } from './store.ts'

/** Knows of every item of the course its status, whether it is closed, and its progress row. */
const stateOf = (course: TrackedCourse) => {
  const isLocked = lockOf(course)
  const itemsByKey = new Map<string, TrackedItem>()
  for (const entry of withModuleStatuses(course.outline)) {
    itemsByKey.set(refKey(entry), entry)
    for (const item of entry.items ?? []) itemsByKey.set(refKey(item), item)
  }
  return (item: Pick<Item, 'type' | 'id'>) => {
    const progress = itemsByKey.get(refKey(item))
    return {
      status: progress?.status ?? STATUS.not_started,
      progress_id: progress?.progress_id ?? null,
      is_locked: isLocked(item),
    }
  }
}
type StateOf = ReturnType<typeof stateOf>

/** A module item as its learner sees it. */
export const presentModuleItem = (item: OutlineModuleItem, moduleId: number, stateOfItem: StateOf) => {
  const state = stateOfItem({ type: item.itemable_type, id: item.id })
  return {
    id: item.id,
    itemable_id: item.id,
    itemable_type: item.itemable_type,
    title: item.title,
    sort_number: item.sort_number,
    ...state,
    itemable: { id: item.id, title: item.title, status: state.status },
    module_id: moduleId,
  }
}

/** An outline item as its learner sees it. */
export const presentOutlineItem = (item: OutlineItem, stateOfItem: StateOf) => {
  const state = stateOfItem({ type: item.itemable_type, id: item.itemable_id })
  return {
    id: item.id,
    itemable_id: item.itemable_id,
    itemable_type: item.itemable_type,
    title: item.title,
    sort_number: item.sort_number,
    ...state,
    itemable: { id: item.itemable_id, title: item.title, status: state.status },
    items: item.module_items.map((inner) => presentModuleItem(inner, item.itemable_id, stateOfItem)),
  }
}

/** The viewer's enrollment and its course, in one round trip. */
const loadOwn = async (tx: Tx, ctx: SignedIn, at: { related_id: number; course_slug?: string; to: 'see' | 'read' }) => {
  const [enrollment, course] = await Promise.all([
    loadOwnEnrollment(tx, ctx, at),
    loadTrackedCourse(tx, ctx.portal.id, at.related_id),
  ])
  if (!course) throw fail('not_found')
  return { enrollment, course }
}

/** The outline of an own course with statuses (LRN-041). It is shown whatever the access; its items are not. */
export const listOwnOutline = async (tx: Tx, ctx: SignedIn, at: { related_id: number; course_slug: string }) => {
  const [{ enrollment, course }, items] = await Promise.all([
    loadOwn(tx, ctx, { ...at, to: 'see' }),
    loadSeenOutline(tx, ctx.portal.id, at.related_id),
  ])
  const stateOfItem = stateOf(course)
  const { next_item: next, ...progress } = courseProgress(course)
  return {
    data: items.map((item) => presentOutlineItem(item, stateOfItem)),
    meta: {
      next_cursor: null,
      prev_cursor: null,
      ...progress,
      next_item: itemRefOrNull(course.outline, next),
      continue_item: itemRefOrNull(course.outline, continueOf(enrollment, course)),
    },
  }
}

/** The items of a module in one's own course, and whether the module is still to be opened (LRN-020, LRN-042). */
export const listOwnModuleItems = async (tx: Tx, ctx: SignedIn, at: { related_id: number; module_id: number }) => {
  const { enrollment, course } = await loadOwn(tx, ctx, { related_id: at.related_id, to: 'read' })
  const module = { type: 'Module' as const, id: at.module_id }
  const entry = course.outline.find((one) => isSameItem(one, module))
  if (!entry) throw fail('not_found')
  const stateOfItem = stateOf(course)
  await requireUnlocked(tx, ctx, course, module)
  const titleOf = await loadShownTitles(tx, ctx.portal.id, inVersionOf(course, entry.items ?? []))
  const data = (entry.items ?? []).map((item, index) => {
    const view = {
      id: item.id,
      itemable_type: item.type as ModuleItemType,
      title: titleOf(item),
      sort_number: index + 1,
    }
    return presentModuleItem(view, at.module_id, stateOfItem)
  })
  const waits = data.length === 0 && entry.status === STATUS.not_started && enrollment.access === 'active'
  return { waits_to_be_opened: waits, data, meta: { next_cursor: null, prev_cursor: null } }
}

/** What a module item is made of, by its type: `text`, `file` or `video` with captions; the addresses of files are for this person alone. */
export const loadContent = async (tx: Tx, ctx: SignedIn, secret: string, item: SeenModuleItem) => {
  const media =
    item.media_id === null ? undefined : (await loadMaterials(tx, ctx.portal.id, [item.media_id])).get(item.media_id)
  const { video_provider: provider, video_id: id, video_hash: hash } = item
  return {
    text: item.text,
    file: media ? courseFile(secret, ctx, media) : null,
    video: provider && id ? { provider, id, embed_url: videoEmbedUrl({ provider, id, hash }) } : null,
    captions: await presentCaptions(tx, ctx, secret, item.captions),
  }
}

/** A module item with its content, for a learner who may read the course and open the item (LRN-034, LRN-043). */
export const showOwnModuleItem = async (
  tx: Tx,
  ctx: SignedIn,
  secret: string,
  at: { related_id: number; type: ModuleItemType; id: number; for_device?: boolean },
) => {
  const [{ enrollment, course }, item, position] = await Promise.all([
    loadOwn(tx, ctx, { related_id: at.related_id, to: 'read' }),
    loadSeenModuleItem(tx, ctx.portal.id, at.related_id, at),
    loadPosition(tx, ctx.portal.id, at),
  ])
  if (!item || item.course_id !== course.course_id) throw fail('not_found')
  const stateOfItem = stateOf(course)
  if (!at.for_device) await requireUnlocked(tx, ctx, course, at)
  // Nothing of such a course can be done without a connection (OFF-003).
  else if (course.has_rules && !enrollment.completed_at && (await countsTime(tx, ctx.portal.id, course.course_id)))
    throw fail('course_counts_time')
  const { previous, next } = neighborsOf(course.outline, at)
  const around = [previous, next].filter((one) => one !== null)
  const [titleOf, content] = await Promise.all([
    loadShownTitles(tx, ctx.portal.id, inVersionOf(course, around)),
    loadContent(tx, ctx, secret, item),
  ])
  const link = (one: Item | null) =>
    one && { ...itemRef(course.outline, one), title: titleOf(one), is_locked: stateOfItem(one).is_locked }
  return {
    data: {
      ...presentModuleItem(item, item.module_id, stateOfItem),
      ...content,
      position,
      previous: link(previous),
      next: link(next),
    },
  }
}
