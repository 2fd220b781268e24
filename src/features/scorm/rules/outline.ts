import { launchableItems, type ScormItem } from '#features/scorm/rules/manifest.ts'
import type { AttemptState } from '#features/scorm/rules/player/cmi.ts'
import { type LessonStatus, prerequisitesMet, type StatusOf } from '#features/scorm/rules/prerequisites.ts'

/** A line of the outline that the player shows (SCO-027). */
export interface OutlineRow {
  identifier: string
  title: string
  /** 0 at the top. */
  depth: number
  status: LessonStatus
  /** Whether there is something to open. */
  is_launchable: boolean
  /** Whether its prerequisites are open; it cannot be opened then. */
  is_locked: boolean
  is_current: boolean
}

/** What an item counts as: once passed, it stays so for prerequisites and for the eye. */
const ownStatus = (state: AttemptState, identifier: string): LessonStatus => {
  const sco = Object.hasOwn(state.scos, identifier) ? state.scos[identifier] : undefined
  if (!sco) return 'not attempted'
  const isDone = sco.status === 'passed' || sco.status === 'completed'
  return sco.result === 'passed' && !isDone ? 'passed' : sco.status
}

/** A heading is what its items are together. */
const together = (statuses: readonly LessonStatus[]): LessonStatus => {
  if (statuses.length === 0) return 'not attempted'
  if (statuses.every((status) => status === 'passed')) return 'passed'
  if (statuses.every((status) => status === 'passed' || status === 'completed')) return 'completed'
  if (statuses.includes('failed')) return 'failed'
  return statuses.every((status) => status === 'not attempted') ? 'not attempted' : 'incomplete'
}

/** The status of every item, headings included; items that are not in the package have not been attempted. */
export const statusesOf = (items: readonly ScormItem[], state: AttemptState): StatusOf => {
  const below = new Map<string | null, ScormItem[]>()
  for (const item of items) below.set(item.parent, [...(below.get(item.parent) ?? []), item])
  const statuses = new Map<string, LessonStatus>()
  const statusOf = (item: ScormItem): LessonStatus => {
    const inner = (below.get(item.identifier) ?? []).map(statusOf)
    const status = together(item.kind === null ? inner : [ownStatus(state, item.identifier), ...inner])
    statuses.set(item.identifier, status)
    return status
  }
  for (const item of below.get(null) ?? []) statusOf(item)
  return (identifier) => statuses.get(identifier) ?? 'not attempted'
}

/** The prerequisites of an item and of every heading above it. */
const isOpen = (item: ScormItem, items: ReadonlyMap<string, ScormItem>, statusOf: StatusOf): boolean => {
  for (let at: ScormItem | undefined = item; at; at = at.parent === null ? undefined : items.get(at.parent))
    if (!prerequisitesMet(at.prerequisites, statusOf)) return false
  return true
}

/**
 * The identifiers of the items that may be opened now. Prerequisites that together leave nothing to do but what is done
 * already lock nothing, because the learner could never end the package.
 */
export const openItems = (items: readonly ScormItem[], state: AttemptState): Set<string> => {
  const byIdentifier = new Map(items.map((item) => [item.identifier, item]))
  const statusOf = statusesOf(items, state)
  const launchable = launchableItems(items)
  const isDone = (item: ScormItem) => ['passed', 'completed'].includes(statusOf(item.identifier))
  const open = launchable.filter((item) => isOpen(item, byIdentifier, statusOf))
  const isStuck = launchable.some((item) => !isDone(item)) && open.every(isDone)
  return new Set((isStuck ? launchable : open).map((item) => item.identifier))
}

/** The outline with every visible item in the order of the manifest. */
export const outlineOf = (items: readonly ScormItem[], state: AttemptState): OutlineRow[] => {
  const open = openItems(items, state)
  const launchable = new Set(launchableItems(items).map((item) => item.identifier))
  const statusOf = statusesOf(items, state)
  const depths = new Map<string | null, number>([[null, -1]])
  const rows: OutlineRow[] = []
  for (const item of items) {
    const depth = (depths.get(item.parent) ?? -1) + 1
    depths.set(item.identifier, depth)
    const isLaunchable = launchable.has(item.identifier)
    if (!item.is_visible && !isLaunchable) continue
    rows.push({
      identifier: item.identifier,
      title: item.title,
      depth,
      status: statusOf(item.identifier),
      is_launchable: isLaunchable,
      is_locked: isLaunchable && !open.has(item.identifier),
      is_current: state.current === item.identifier,
    })
  }
  return rows
}

/**
 * The item a start opens: the one that was open last unless it is done, else the first open item that is not done,
 * else the last one opened, else the first.
 */
export const itemToStart = (items: readonly ScormItem[], state: AttemptState): ScormItem | null => {
  const launchable = launchableItems(items)
  const open = openItems(items, state)
  const candidates = launchable.filter((item) => open.has(item.identifier))
  const isDone = (item: ScormItem) => ['passed', 'completed'].includes(ownStatus(state, item.identifier))
  const current = candidates.find((item) => item.identifier === state.current)
  if (current && !isDone(current)) return current
  return candidates.find((item) => !isDone(item)) ?? current ?? candidates[0] ?? null
}
