import { isDone, STATUS, type Status } from './status.ts'

/** What may stand in a module (LRN-003). */
export const MODULE_ITEM_TYPES = ['Text', 'Document', 'Audio', 'Video'] as const
export type ModuleItemType = (typeof MODULE_ITEM_TYPES)[number]
/** What may stand in an outline (LRN-001). */
export type OutlineType = 'Module' | 'Exam' | 'Survey' | 'Assignment' | 'CloudScormModule' | 'ScormModule'
export type ItemType = ModuleItemType | OutlineType

/** Something a learner can open, with the status it has for this learner. `id` is the id of the itemable. */
export type Item = { type: ItemType; id: number; status: Status }
/** An outline item; `items` are those of a module in their order, and null for everything else. */
export type OutlineEntry<I extends Item = Item> = I & { items: I[] | null }

/** A course as one learner sees it: what rules, server, jobs and screens all compute from. */
export type CourseState<I extends Item = Item> = {
  /** The recorded status of the course. A finished course stays finished, whatever is added to it (BLD-042). */
  status: Status
  is_sequential: boolean
  /** In ascending sort_number (LRN-006). */
  outline: OutlineEntry<I>[]
}

export const isModuleItem = (type: ItemType): type is ModuleItemType =>
  (MODULE_ITEM_TYPES as readonly ItemType[]).includes(type)

export const isSameItem = (a: Pick<Item, 'type' | 'id'>, b: Pick<Item, 'type' | 'id'>): boolean =>
  a.type === b.type && a.id === b.id

type ModuleOptions = {
  /** The status the module has had so far. */
  stored: Status
  /** True when the call that ends the module asks for success (LRN-019). */
  asks_for_success?: boolean
}

/**
 * The status of a module from the statuses of its items (LRN-017 to LRN-020). A module that has been a success stays one
 * as long as all its items are; a module without items is finished once it has been opened.
 */
export const moduleStatus = (
  items: readonly { status: Status }[],
  { stored, asks_for_success: asksForSuccess = false }: ModuleOptions,
): Status => {
  if (items.length === 0) {
    if (stored === STATUS.not_started || stored === STATUS.success) return stored
    return STATUS.finished
  }
  if (items.every(({ status }) => isDone(status))) {
    const isSuccess = items.every(({ status }) => status === STATUS.success)
    return isSuccess && (asksForSuccess || stored === STATUS.success) ? STATUS.success : STATUS.finished
  }
  return items.every(({ status }) => status === STATUS.not_started) ? STATUS.not_started : STATUS.in_progress
}

/** The outline with the status of every module computed from its items, which may have changed since it was stored. */
export const withModuleStatuses = <I extends Item>(outline: readonly OutlineEntry<I>[]): OutlineEntry<I>[] =>
  outline.map((entry) =>
    entry.items ? { ...entry, status: moduleStatus(entry.items, { stored: entry.status }) } : entry,
  )

/** The status of a course from its outline items, module statuses included (LRN-021, LRN-022); one without items is not started. */
export const courseStatus = (outline: readonly { status: Status }[]): Status => {
  if (outline.length > 0 && outline.every(({ status }) => isDone(status))) return STATUS.finished
  return outline.every(({ status }) => status === STATUS.not_started) ? STATUS.not_started : STATUS.in_progress
}

/** What counts for the percentage: items inside modules, and the outline items that are not modules (LRN-024). */
export const countedItems = <I extends Item>(outline: readonly OutlineEntry<I>[]): I[] =>
  outline.flatMap((entry): I[] => entry.items ?? [entry])

/** What is opened one after the other: as counted, and modules without items, which are done once opened (LRN-020). */
export const stops = <I extends Item>(outline: readonly OutlineEntry<I>[]): I[] =>
  outline.flatMap((entry): I[] => (entry.items && entry.items.length > 0 ? entry.items : [entry]))

/** Whole percent: 100 for a finished course, else the share of done items, halves up (LRN-023, LRN-024). */
export const progressPercent = (status: Status, done: number, total: number): number => {
  if (status === STATUS.finished) return 100
  return total === 0 ? 0 : Math.floor((200 * done + total) / (2 * total))
}

export type CourseProgress<I extends Item> = {
  /** Finished only when it is recorded so; until then a course whose items are all done is in progress and `can_finish`. */
  status: Status
  progress: number
  items_done: number
  items_total: number
  /** The first item that is not done; null when none is left, and in a finished course (LRN-025, LRN-026). */
  next_item: I | null
  /** All items are done, and the course only has to be completed (LRN-030, LRN-047). */
  can_finish: boolean
}

/** How far a learner is: the one place in which status, percentage and next item of a course are computed. */
export const courseProgress = <I extends Item>(course: CourseState<I>): CourseProgress<I> => {
  const outline = withModuleStatuses(course.outline)
  const counted = countedItems(outline)
  const done = counted.filter(({ status }) => isDone(status)).length
  const computed = courseStatus(outline)
  const isFinished = course.status === STATUS.finished
  const status = isFinished ? STATUS.finished : computed === STATUS.finished ? STATUS.in_progress : computed
  return {
    status,
    progress: progressPercent(status, done, counted.length),
    items_done: done,
    items_total: counted.length,
    next_item: isFinished ? null : (stops(outline).find((item) => !isDone(item.status)) ?? null),
    can_finish: !isFinished && computed === STATUS.finished,
  }
}

const keyOf = ({ type, id }: Pick<Item, 'type' | 'id'>) => `${type}:${id}`

/**
 * Tells for any item of the course whether it is closed to the learner: in a sequential course everything after the next
 * item is, in others and in a finished course nothing (LRN-027). A module is closed when its first item is.
 */
export const lockOf = <I extends Item>(course: CourseState<I>): ((item: Pick<Item, 'type' | 'id'>) => boolean) => {
  const { next_item: next } = courseProgress(course)
  if (!course.is_sequential || !next) return () => false
  const open = new Set<string>()
  for (const entry of withModuleStatuses(course.outline)) {
    open.add(keyOf(entry))
    for (const item of entry.items ?? []) {
      open.add(keyOf(item))
      if (isSameItem(item, next)) return (item) => !open.has(keyOf(item))
    }
    if (isSameItem(entry, next)) break
  }
  return (item) => !open.has(keyOf(item))
}

/**
 * Where "continue" leads: the next item in a sequential course, else the item opened last while it is not done, else the
 * first open one behind it, else the first open one. Null when nothing is open.
 */
export const continueItem = <I extends Item>(
  course: CourseState<I>,
  last: Pick<Item, 'type' | 'id'> | null,
): I | null => {
  const { next_item: next } = courseProgress(course)
  if (course.is_sequential || !next || !last) return next
  const all = stops(withModuleStatuses(course.outline))
  const from = all.findIndex((item) => isSameItem(item, last))
  if (from === -1) return next
  return all.slice(from).find((item) => !isDone(item.status)) ?? next
}

/** What stands before and behind an item in the order of the outline (LRN-035). */
export const neighborsOf = <I extends Item>(
  outline: readonly OutlineEntry<I>[],
  item: Pick<Item, 'type' | 'id'>,
): { previous: I | null; next: I | null } => {
  const all = stops(outline)
  const at = all.findIndex((other) => isSameItem(other, item))
  return at === -1 ? { previous: null, next: null } : { previous: all[at - 1] ?? null, next: all[at + 1] ?? null }
}
