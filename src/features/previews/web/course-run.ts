import {
  type CourseState,
  continueItem,
  courseProgress,
  decideChange,
  type Item,
  isDone,
  neighborsOf,
  STATUS,
  type Status,
  type Step,
} from '#features/progress/web/public.ts'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import type { showPreview } from '../contract.ts'

export type Preview = Wire<typeof showPreview>['data']
export type ItemKey = Pick<Item, 'type' | 'id'>

export const notFound = () => new ApiError(404, { code: 'not_found', message: errorText('not_found') })

const keyOf = ({ type, id }: ItemKey) => `${type} ${id}`

/**
 * One course as its author goes through it: what has been opened and done stands in this page alone and ends with it
 * (BLD-068). The rules are those of learners, except that nothing is locked.
 */
export const createCourseRun = (load: () => Promise<Preview>) => {
  const statuses = new Map<string, Status>()
  let status: Status = STATUS.not_started
  let last: ItemKey | null = null
  let completedAt: string | null = null

  const statusOf = (item: ItemKey): Status => statuses.get(keyOf(item)) ?? STATUS.not_started
  const itemOf = (shown: { itemable_type: Item['type']; itemable_id: number }): Item => {
    const item = { type: shown.itemable_type, id: shown.itemable_id }
    return { ...item, status: statusOf(item) }
  }
  const stateOf = ({ outline }: Preview): CourseState => ({
    status,
    is_sequential: false,
    outline: outline.map((entry) => ({
      ...itemOf(entry),
      items: entry.itemable_type === 'Module' ? entry.items.map(itemOf) : null,
    })),
  })
  /** How the outline names an item: its module, if it is in one, and its title. */
  const refOf = ({ outline }: Preview, item: ItemKey | null) => {
    if (!item) return null
    const is = (shown: { itemable_type: string; itemable_id: number }) =>
      shown.itemable_type === item.type && shown.itemable_id === item.id
    const module = outline.find((entry) => entry.items.some(is))
    const shown = module?.items.find(is) ?? outline.find(is)
    const ref = { itemable_type: item.type, itemable_id: item.id, module_id: module?.itemable_id ?? null }
    return { ...ref, title: shown?.title ?? '' }
  }
  const withStatus = <S extends Preview['outline'][number] | Preview['outline'][number]['items'][number]>(
    shown: S,
  ): S => {
    const { status: now } = itemOf(shown)
    return { ...shown, status: now, itemable: { ...shown.itemable, status: now } }
  }

  const standingOf = (preview: Preview) => {
    const state = stateOf(preview)
    const { next_item: next, ...standing } = courseProgress(state)
    const to = continueItem(state, last)
    return { standing, next_item: refOf(preview, next), continue_item: refOf(preview, to) }
  }
  const course = async () => {
    const preview = await load()
    const { standing, continue_item } = standingOf(preview)
    const learner = { ...preview.course.learner, completed_at: completedAt }
    return { ...preview.course, ...standing, continue_item, learner }
  }
  const outline = async () => {
    const preview = await load()
    const { standing, ...refs } = standingOf(preview)
    const data = preview.outline.map((entry) => ({ ...withStatus(entry), items: entry.items.map(withStatus) }))
    return { data, meta: { next_cursor: null, prev_cursor: null, ...standing, ...refs } }
  }
  /** What stands before and behind an item. */
  const around = async (item: ItemKey) => {
    const preview = await load()
    const { previous, next } = neighborsOf(stateOf(preview).outline, item)
    const link = (to: Item | null) => {
      const ref = refOf(preview, to)
      return ref && { ...ref, is_locked: false }
    }
    return { previous: link(previous), next: link(next) }
  }

  const keep = (preview: Preview, step: Step | null) => {
    if (!step) throw notFound()
    for (const written of step.writes) statuses.set(keyOf(written), written.status)
    status = step.course_status
    if (step.finishes_course) completedAt = new Date().toISOString()
    const { item_status, module, course_status, progress } = step
    return {
      progress_id: null,
      status: item_status,
      module_id: module?.id ?? null,
      module_status: module?.status ?? null,
      course_status,
      progress,
      next_item: refOf(preview, courseProgress(step.course).next_item),
    }
  }
  /** An item takes a status, as by the step of a learner. */
  const step = async (change: ItemKey & { status: Status; asks_for_success?: boolean }) => {
    const preview = await load()
    last = { type: change.type, id: change.id }
    return keep(preview, decideChange(stateOf(preview), change))
  }
  /** An item was opened. */
  const open = (item: ItemKey) =>
    step({ ...item, status: isDone(statusOf(item)) ? statusOf(item) : STATUS.in_progress })

  return { statusOf, course, outline, around, step, open }
}
export type CourseRun = ReturnType<typeof createCourseRun>
