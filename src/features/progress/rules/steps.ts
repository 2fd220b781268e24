import {
  type CourseState,
  courseProgress,
  courseStatus,
  type Item,
  isSameItem,
  moduleStatus,
  type OutlineEntry,
} from './course.ts'
import { isDone, raiseStatus, STATUS, type Status } from './status.ts'

export type Change = Pick<Item, 'type' | 'id'> & {
  status: Status
  /** True when the call asks for the module to end as a success (LRN-019). */
  asks_for_success?: boolean
}

/** The result of a change: the rows to write, and the answer for the caller. */
export type Step = {
  /** Items and modules whose status has changed, and no others. */
  writes: Item[]
  item_status: Status
  /** The module of the item, or the item itself if it is a module. */
  module: { id: number; status: Status } | null
  course_status: Status
  progress: number
  items_done: number
  /** True for the one step that finishes the course. */
  finishes_course: boolean
  /** The course after the step. */
  course: CourseState
}

const holds = (entry: OutlineEntry, item: Pick<Item, 'type' | 'id'>): boolean =>
  isSameItem(entry, item) || (entry.items ?? []).some((inner) => isSameItem(inner, item))

/** Puts new statuses on the items, computes their modules, and names what has changed. */
const rework = (
  course: CourseState,
  statusOf: (item: Item) => Status,
  asksForSuccess: (entry: OutlineEntry) => boolean = () => false,
) => {
  const writes: Item[] = []
  const note = (before: Item, status: Status): Status => {
    if (status !== before.status) writes.push({ type: before.type, id: before.id, status })
    return status
  }
  const outline = course.outline.map((entry): OutlineEntry => {
    if (!entry.items) return { ...entry, status: note(entry, statusOf(entry)) }
    const items = entry.items.map((item) => ({ ...item, status: note(item, statusOf(item)) }))
    const stored = items.length === 0 ? statusOf(entry) : entry.status
    const options = { stored, asks_for_success: asksForSuccess(entry) }
    return { ...entry, items, status: note(entry, moduleStatus(items, options)) }
  })
  return { outline, writes }
}

const finish = (
  before: CourseState,
  outline: OutlineEntry[],
  writes: Item[],
  status: Status,
  item: Pick<Item, 'type' | 'id'> | null,
): Step => {
  const course = { ...before, outline, status }
  const entry = item && outline.find((one) => holds(one, item))
  const match = entry && item && (entry.items?.find((inner) => isSameItem(inner, item)) ?? entry)
  const { progress, items_done } = courseProgress(course)
  return {
    writes,
    item_status: match?.status ?? status,
    module: entry?.items ? { id: entry.id, status: entry.status } : null,
    course_status: status,
    progress,
    items_done,
    finishes_course: status === STATUS.finished && before.status !== STATUS.finished,
    course,
  }
}

const settled = (course: CourseState, outline: OutlineEntry[]): Status =>
  course.status === STATUS.finished ? STATUS.finished : courseStatus(outline)

/**
 * What follows when an item is asked to take a status: item, then module, then course (LRN-013 to LRN-022), never lower
 * than before (LRN-032). A change of a module only settles it. Null when the item is not in the course.
 */
export const decideChange = (course: CourseState, change: Change): Step | null => {
  if (!course.outline.some((entry) => holds(entry, change))) return null
  const wantsSuccess = change.asks_for_success || change.status === STATUS.success
  const { outline, writes } = rework(
    course,
    (item) => (isSameItem(item, change) ? raiseStatus(item.status, change.status) : item.status),
    (entry) => wantsSuccess && holds(entry, change),
  )
  return finish(course, outline, writes, settled(course, outline), change)
}

/** Takes an item's result back and computes the course again: the one way in which a status becomes lower (EXM-023). */
export const decideReset = (course: CourseState, item: Pick<Item, 'type' | 'id'>): Step | null => {
  if (!course.outline.some((entry) => holds(entry, item))) return null
  const { outline, writes } = rework(course, (one) => (isSameItem(one, item) ? STATUS.not_started : one.status))
  return finish(course, outline, writes, courseStatus(outline), item)
}

/** The learner completes the course: possible when every item is done, else null (LRN-047). */
export const decideFinish = (course: CourseState): Step | null => {
  const { outline, writes } = rework(course, (item) => item.status)
  if (course.status !== STATUS.finished && courseStatus(outline) !== STATUS.finished) return null
  return finish(course, outline, writes, STATUS.finished, null)
}

/** A step that would finish the course while time is missing: everything stays done, and the course stays open (TRD-012). */
export const holdCourse = (step: Step): Step => {
  const course = { ...step.course, status: STATUS.in_progress }
  const { progress, items_done } = courseProgress(course)
  return { ...step, course_status: STATUS.in_progress, progress, items_done, finishes_course: false, course }
}

/** An editor completes the course: all open items are set to finished, those done keep what they have (LRN-030). */
export const decideCompletion = (course: CourseState): Step => {
  const { outline, writes } = rework(course, (item) => (isDone(item.status) ? item.status : STATUS.finished))
  return finish(course, outline, writes, STATUS.finished, null)
}
