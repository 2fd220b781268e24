import { PROGRESS } from '#kernel/product/statuses.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { itemsGone, itemsToFetch, type KeptCourse, keyOf } from '../../rules/kept.ts'
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
  renewCourse,
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

/** Whether the server still takes this browser for this person: in another tab, somebody else may have signed in. */
const isSignedIn = async (userId: number): Promise<boolean> => {
  const answer = await fetch('/api/v1/me', { cache: 'no-store', headers: { accept: 'application/json' } })
  return answer.ok && ((await answer.json()) as { data: { id: number } }).data.id === userId
}

/** How far a course is: up to date, to be continued with the next page, or stuck with something that the server refuses. */
type Outcome = 'settled' | 'open' | 'stuck'
const OUTCOMES = { cut: 'open', busy: 'open', full: 'settled', refused: 'stuck', unable: 'stuck' } as const

const notedOf = ({ items, ...course }: KeptCourse) => ({
  ...course,
  items: items.map((item) => ({ path: itemPath(item), title: item.title })),
})

/** Removes a course whose access ended, once what was done in it has been sent, and notes what does not count (OFF-028). */
const endCourse = async (userId: number, course: KeptCourse): Promise<Outcome> => {
  // Somebody else's courses are not found either.
  if (isWaiting(userId) || !(await isSignedIn(userId))) return 'open'
  await settleLeases(userId, course.related_id, new Set(), true)
  noteCourse(userId, notedOf(course), true)
  await removeCourse(userId, course.related_id)
  return 'settled'
}

const settleCourse = async (userId: number, course: KeptCourse, partsOf: PartsOf): Promise<Outcome> => {
  const { related_id: relatedId } = course
  const read = () =>
    readOffer(course.slug, relatedId).catch((error: unknown) => {
      if (error instanceof Refused && isEnded(error)) return null
      throw error
    })
  const first = await read()
  const isSent =
    first !== null && (await settleLeases(userId, relatedId, new Set(first.items.map(({ lease_id: id }) => id))))
  const offer = isSent ? await read() : first
  if (offer === null) return endCourse(userId, course)
  noteCourse(userId, notedOf(course), false)
  if (offer.reason !== null) {
    await removeCourse(userId, relatedId)
    return 'settled'
  }
  // What runs goes on here, also where it was taken back meanwhile.
  const begun = new Set(leasesOfCourse(userId, relatedId).map(({ lease }) => lease.id))
  // What was finished in them meanwhile is sent first, so that a refusal can name them (OFF-028).
  const gone = isWaiting(userId)
    ? []
    : itemsGone(course.items, offer.items).filter(({ lease_id: id }) => id === null || !begun.has(id))
  if (gone.length > 0) await removeItems(userId, relatedId, gone)
  // An exam that was taken back does not come along again by itself.
  const keys = new Set(course.items.filter((item) => !gone.includes(item)).map(keyOf))
  const chosen = offer.items.filter((item) => keys.has(keyOf(item)))
  if (chosen.length === 0) return 'settled'
  const { items: _, reason: __, ...fresh } = offer
  const loadParts = partsOf(chosen.some(({ itemable_type: type }) => type === 'Document'))
  // Without the page of the new address, the course would not open any more (OFF-027).
  if (offer.slug !== course.slug) await keepOutline(userId, offer, loadParts)
  await renewCourse(userId, { ...fresh, seen_at: Date.now() })
  if (itemsToFetch(course.items, chosen).length > 0) {
    const fault = await keepNow({ userId, offer, chosen, loadParts, isRenewal: true })
    return fault === null ? 'settled' : OUTCOMES[fault]
  }
  await keepOutline(userId, offer, loadParts)
  // Where the learner is in those that are not done, from this device and others.
  const inProgress = await begunItems(userId, offer)
  for (const item of chosen) if (inProgress.has(item.itemable_id)) await keepAnswer(userId, item, relatedId)
  return 'settled'
}

/** Sends what has begun here and is finished, also when its course was removed (OFF-018); what runs stays. */
const settleOtherLeases = async (userId: number, keptIds: ReadonlySet<number>): Promise<void> => {
  const others = leasedCourses(userId).filter((id) => !keptIds.has(id))
  if (others.length === 0 || !(await isSignedIn(userId))) return
  for (const id of others)
    await settleLeases(userId, id, new Set(leasesOfCourse(userId, id).map(({ lease }) => lease.id)))
}

const settleAll = async (userId: number, partsOf: PartsOf): Promise<boolean> => {
  const stuck = new Set<number>()
  let isSettled = true
  for (const course of await readCourses(userId)) {
    // A course that cannot be asked for now keeps no other from being settled.
    const outcome = await settleCourse(userId, course, partsOf).catch((): Outcome => 'open')
    if (outcome === 'stuck') stuck.add(course.related_id)
    isSettled &&= outcome !== 'open'
  }
  const left = await readCourses(userId)
  const keptIds = new Set(left.map(({ related_id: id }) => id))
  if (takeOtherRefused(userId, keptIds) > 0) toast.warning(STEP_REFUSED)
  await settleOtherLeases(userId, keptIds).catch(() => {})
  const isWhole = ({ related_id: id, items }: KeptCourse) =>
    stuck.has(id) || items.every(({ is_complete }) => is_complete)
  return isSettled && left.every(isWhole)
}

let next: Promise<boolean> | null = null

/**
 * Brings what is kept up to date where there is a connection (OFF-008, OFF-011): courses whose access ended go, items that were
 * taken out go, those that changed or are not complete are fetched, and pages and progress are kept as they are now. Tabs do so
 * one after the other, and calls that come before a run has begun share it. Answers whether the next page has nothing to continue.
 */
export const settleKept = (userId: number, partsOf: PartsOf): Promise<boolean> => {
  next ??= navigator.locks.request('settling-courses', () => {
    next = null
    return settleAll(userId, partsOf)
  })
  return next
}
