import { PROGRESS } from '#kernel/product/statuses.ts'
import { restored } from '#ui/kept/kept-storage.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { itemsGone, itemsToFetch, keyOf } from '../../rules/kept.ts'
import { STEP_REFUSED } from '../../rules/words.ts'
import { Refused } from './fetch-file.ts'
import { keepAnswer, keepOutline, type Offer, readOffer } from './keep-items.ts'
import { isWaiting, leasedCourses, leasesOfCourse, settleLeases } from './leases.ts'
import { noteCourse, takeOtherRefused } from './notes.ts'
import { keepNow } from './run.ts'
import {
  answerKey,
  filesOf,
  itemPath,
  outlineCalls,
  readCourses,
  removeCourse,
  removeItems,
  saveCourse,
} from './store.ts'

/**
 * Whether the server says that this person may no longer read the course: gone, or access over. A portal that is paused, or
 * another role, says nothing about the course.
 */
const isEnded = ({ code }: Refused): boolean => code === 'not_found' || code === 'not_enough_permissions'

/** What loads everything that kept courses need, documents included or not. */
export type PartsOf = (hasDocuments: boolean) => () => Promise<unknown>

type Outline = { data: { items: { itemable_id: number; status: number }[] }[] }

/** The module items that are in progress, by the outline that was just kept. */
const begunItems = async (userId: number, { slug, related_id }: Offer): Promise<Set<number>> => {
  const [, modules = ''] = outlineCalls(slug)
  const kept = await (await filesOf(userId)).match(answerKey(modules, related_id))
  const outline = (await kept?.json()) as Outline | undefined
  const items = outline?.data.flatMap((entry) => entry.items) ?? []
  return new Set(items.filter(({ status }) => status === PROGRESS.in_progress).map((item) => item.itemable_id))
}

/**
 * Brings what is kept up to date where there is a connection (OFF-008, OFF-011): courses whose access ended go, items that were
 * taken out go, those that changed or are not complete are fetched, and pages and progress are kept as they are now. Answers
 * whether everything is whole then.
 */
export const settleKept = async (userId: number, partsOf: PartsOf): Promise<boolean> => {
  await restored()
  for (const course of await readCourses(userId)) {
    const read = () =>
      readOffer(course.slug, course.related_id).catch((error: unknown) => {
        if (error instanceof Refused && isEnded(error)) return null
        throw error
      })
    const first = await read()
    // What was done goes first, also what counts no more; then everything is settled again.
    if (first === null && isWaiting(userId)) continue
    const held = first?.items.map(({ lease_id: id }) => id) ?? []
    const isSent = await settleLeases(userId, course.related_id, new Set(held), first === null)
    const offer = isSent ? await read() : first
    const items = course.items.map((item) => ({ path: itemPath(item), title: item.title }))
    noteCourse(userId, { ...course, items }, offer === null)
    if (offer === null || offer.reason !== null) {
      await removeCourse(userId, course.related_id)
      continue
    }
    // What runs goes on here, also where it was taken back meanwhile.
    const begun = new Set(leasesOfCourse(userId, course.related_id).map(({ lease }) => lease.id))
    // What was finished in them meanwhile is sent first, so that a refusal can name them (OFF-028).
    const gone = isWaiting(userId)
      ? []
      : itemsGone(course.items, offer.items).filter(({ lease_id: id }) => id === null || !begun.has(id))
    if (gone.length > 0) await removeItems(userId, course.related_id, gone)
    // An exam that was taken back does not come along again by itself.
    const keys = new Set(course.items.filter((item) => !gone.includes(item)).map(keyOf))
    const chosen = offer.items.filter((item) => keys.has(keyOf(item)))
    if (chosen.length === 0) continue
    const { items: _, reason: __, ...fresh } = offer
    const loadParts = partsOf(chosen.some(({ itemable_type: type }) => type === 'Document'))
    // Without the page of the new address, the course would not open any more (OFF-027).
    if (offer.slug !== course.slug) await keepOutline(userId, offer, loadParts)
    await saveCourse(userId, { ...fresh, seen_at: Date.now() })
    if (itemsToFetch(course.items, chosen).length > 0) await keepNow({ userId, offer, chosen, loadParts })
    else {
      await keepOutline(userId, offer, loadParts)
      // Where the learner is in those that are not done, from this device and others.
      const begun = await begunItems(userId, offer)
      for (const item of chosen) if (begun.has(item.itemable_id)) await keepAnswer(userId, item, course.related_id)
    }
  }
  if (takeOtherRefused(userId) > 0) toast.warning(STEP_REFUSED)
  // What has begun here stays until it is sent, also when its course was removed (OFF-018).
  const left = await readCourses(userId)
  const kept = new Set(left.map(({ related_id: id }) => id))
  for (const id of leasedCourses(userId).filter((each) => !kept.has(each)))
    await settleLeases(userId, id, new Set(leasesOfCourse(userId, id).map(({ lease }) => lease.id)))
  return left.every(({ items }) => items.every(({ is_complete }) => is_complete))
}
