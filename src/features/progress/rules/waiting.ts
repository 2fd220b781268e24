import { type CourseState, courseProgress, type Item, type ItemType, lockOf, type ModuleItemType } from './course.ts'
import { STATUS, type Status } from './status.ts'
import { decideChange } from './steps.ts'

/** A call of a learner that waits on the device for a connection. */
export type WaitingCall = { url: string; body?: unknown }
type ItemStep = { type: ItemType; id: number; status: Status }
/** What waits for one course: steps in their order, and the latest place in each item. */
export type Waiting = { steps: ItemStep[]; positions: ReadonlyMap<number, number> }

const CALL = /^\/learner\/module-items\/(Text|Document|Audio|Video)\/(\d+)\/(start|finish|position)$/

const EXAM = /^\/learner\/exams\/(\d+)\/leases\/[\w-]+\/attempt$/

/** Reads the kept calls of one enrollment: those that start or finish items, and their places. */
export const waitingOf = (calls: readonly WaitingCall[], relatedId: number): Waiting => {
  const steps: ItemStep[] = []
  const positions = new Map<number, number>()
  for (const { url, body } of calls) {
    const exam = EXAM.exec(url)?.[1]
    const match = CALL.exec(url)
    const sent = (body ?? {}) as { related_id?: number; position?: number }
    // The result of an exam comes from the server; a knowledge check is done whatever was answered. The course has one of them.
    if (exam && sent.related_id === relatedId)
      steps.push(
        { type: 'Survey', id: Number(exam), status: STATUS.finished },
        { type: 'Exam', id: Number(exam), status: STATUS.in_progress },
      )
    if (!match || sent.related_id !== relatedId) continue
    const [, type, id, kind] = match
    if (kind === 'position') positions.set(Number(id), sent.position ?? 0)
    else {
      const status = kind === 'finish' ? STATUS.finished : STATUS.in_progress
      steps.push({ type: type as ModuleItemType, id: Number(id), status })
    }
  }
  return { steps, positions }
}

type Shown = {
  itemable_type: Item['type']
  itemable_id: number
  status: Status
  is_locked: boolean
  itemable: { status: Status }
}
type Entry = Shown & { items: Shown[] }
type Ref = { itemable_type: Item['type']; itemable_id: number; module_id: number | null }
type Meta = {
  status: Status
  progress: number
  items_done: number
  items_total: number
  can_finish: boolean
  next_item: Ref | null
  continue_item: Ref | null
}

const itemOf = ({ itemable_type, itemable_id, status }: Shown): Item => ({
  type: itemable_type,
  id: itemable_id,
  status,
})
const keyOf = ({ type, id }: Pick<Item, 'type' | 'id'>) => `${type} ${id}`

/**
 * An outline as it will be once the waiting steps have reached the server: by the same rules, so that a course goes on without
 * a connection, also one whose items open in order (LRN-050, OFF-010). The course itself is completed by the server alone.
 */
export const withWaiting = <O extends { data: readonly Entry[]; meta: Meta }>(
  outline: O,
  isSequential: boolean,
  steps: readonly ItemStep[],
): O => {
  if (steps.length === 0 || outline.meta.status === STATUS.finished) return outline
  let course: CourseState = {
    status: outline.meta.status,
    is_sequential: isSequential,
    outline: outline.data.map((entry) => ({
      ...itemOf(entry),
      items: entry.itemable_type === 'Module' ? entry.items.map(itemOf) : null,
    })),
  }
  for (const step of steps) course = decideChange(course, step)?.course ?? course
  const statuses = new Map<string, Status>()
  for (const entry of course.outline) {
    statuses.set(keyOf(entry), entry.status)
    for (const item of entry.items ?? []) statuses.set(keyOf(item), item.status)
  }
  const isLocked = lockOf(course)
  const shown = <S extends Shown>(one: S): S => {
    const status = statuses.get(keyOf(itemOf(one))) ?? one.status
    return { ...one, status, is_locked: isLocked(itemOf(one)), itemable: { ...one.itemable, status } }
  }
  const { next_item: next, ...standing } = courseProgress(course)
  const module = next && course.outline.find((entry) => entry.items?.some((item) => keyOf(item) === keyOf(next)))
  const ref = next && { itemable_type: next.type, itemable_id: next.id, module_id: module?.id ?? null }
  return {
    ...outline,
    data: outline.data.map((entry) => ({ ...shown(entry), items: entry.items.map(shown) })),
    meta: { ...outline.meta, ...standing, next_item: ref, continue_item: ref },
  }
}
