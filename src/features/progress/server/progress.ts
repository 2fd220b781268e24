import {
  type Enrollment,
  type EnrollmentRow,
  type ProgressRecord,
  recordingProgress,
  recordProgress,
  reopenEnrollment,
} from '#features/enrollments/server/api.ts'
import { courseHold } from '#features/trade-rules/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { ask, askTogetherWithCommit, type Tx } from '#platform/db/db.ts'
import { publish } from '#platform/live/publish.ts'
import { courseProgress, type ItemType, isSameItem } from '../rules/course.ts'
import { STATUS, type Status } from '../rules/status.ts'
import { type Change, decideChange, decideFinish, decideReset, holdCourse, type Step } from '../rules/steps.ts'
import { itemRefOrNull, type StatusAnswer } from './present.ts'
import { type StatusWrite, savingStatuses, type TrackedCourse, type TrackedItem } from './store.ts'
import { type Tracked, track } from './track.ts'

/** An enrollment whose course has just been finished, as this transaction sees it. */
export type FinishedEnrollment = Pick<Enrollment, 'id' | 'portal_id' | 'user_id' | 'course_id'> & {
  status: typeof STATUS.finished
  completed_at: Date
}
/**
 * Called once for each finishing of a course, in the transaction that finishes it. What it throws undoes the step, so a
 * hook whose work may be made up for later (CER-008) has to catch that itself.
 */
export type OnCourseFinished = (tx: Tx, ctx: Context, enrollment: FinishedEnrollment) => Promise<void>
export type ProgressHooks = { onCourseFinished?: readonly OnCourseFinished[] }

export type StepOptions = {
  /** Merged into the details of the changed item. */
  details?: Record<string, unknown> | undefined
  /**
   * True when nothing more is read before the transaction ends: the writes then travel with its commit, unless the
   * hooks of a finished course need them. This saves a round trip.
   */
  is_last?: boolean
  /** The item the learner has open; "continue" leads back to it. */
  opened?: { type: ItemType; id: number } | undefined
  /** Notes the earlier status of every item that is set to something else (LRN-030). */
  keeps_results?: boolean
  /** Who completed the course in the learner's place, and why (LRN-030). */
  completed_by?: number
  completion_reason?: string
}

export type StatusChange = {
  enrollment: { id: number }
  item_type: ItemType
  item_id: number
  status: Status
  details?: Record<string, unknown>
  /** True when the call asks for the module to end as a success (LRN-019). */
  asks_for_success?: boolean
  /** See `StepOptions`. */
  is_last?: boolean
}

/** The result of a step for callers. */
export const answerOf = (step: Step, progressId: number | null): StatusAnswer => ({
  progress_id: progressId,
  item_status: step.item_status,
  module_id: step.module?.id ?? null,
  module_status: step.module?.status ?? null,
  course_status: step.course_status,
  progress: step.progress,
  next_item: itemRefOrNull(step.course.outline, courseProgress(step.course).next_item),
})

const findItem = ({ course }: Tracked, item: { type: ItemType; id: number }): TrackedItem | undefined =>
  course.outline.flatMap((entry) => [entry, ...(entry.items ?? [])]).find((other) => isSameItem(other, item))

/** The writes of a step, with the changed item among them when its details are to be kept. */
const writesOf = (
  tracked: Tracked,
  step: Step,
  item: { type: ItemType; id: number } | null,
  { details, keeps_results: keepsResults }: StepOptions,
): StatusWrite[] => {
  if (keepsResults)
    return step.writes.map((write) => {
      const before = findItem(tracked, write)?.status ?? STATUS.not_started
      return { ...write, ...(before !== STATUS.not_started && { details: { earlier_status: before } }) }
    })
  if (!item || !details) return step.writes
  const writes: StatusWrite[] = step.writes.map((write) => (isSameItem(write, item) ? { ...write, details } : write))
  if (!step.writes.some((write) => isSameItem(write, item)))
    writes.push({ type: item.type, id: item.id, status: step.item_status, details })
  return writes
}

/** The writes with an id for each new row, first of all for the item that was stepped on. */
const withIds = (tracked: Tracked, writes: StatusWrite[], item: Change | null): StatusWrite[] => {
  const ids = [...tracked.free_ids]
  const isItem = (write: StatusWrite) => item !== null && isSameItem(write, item)
  const isNew = (write: StatusWrite) => (findItem(tracked, write)?.progress_id ?? null) === null
  const first = writes.some((write) => isItem(write) && isNew(write)) ? ids.shift() : undefined
  return writes.map((write) => (isNew(write) ? { ...write, new_id: isItem(write) ? first : ids.shift() } : write))
}

/** The enrollment as a record of progress leaves it. */
const rowAfter = ({ last_item: last, ...record }: ProgressRecord): Partial<EnrollmentRow> => ({
  ...record,
  ...(last && { last_item_type: last.type, last_item_id: last.id }),
})

/** The course after the writes of a step; null when only the database knows the id of a new row. */
const courseAfter = ({ course }: Tracked, status: Status, writes: readonly StatusWrite[]): TrackedCourse | null => {
  let isKnown = true
  const after = <T extends TrackedItem>(item: T): T => {
    const write = writes.find((one) => isSameItem(one, item))
    if (!write) return item
    const progressId = item.progress_id ?? write.new_id ?? null
    if (progressId === null) isKnown = false
    return { ...item, status: write.status, progress_id: progressId }
  }
  const outline = course.outline.map((entry) => ({ ...after(entry), items: entry.items?.map(after) ?? null }))
  return isKnown ? { ...course, status, outline } : null
}

/**
 * Tells those who look on what somebody else, or an outside service, has changed (RTM-001, RTM-004). A package reports from
 * a page that is often already gone: the page after it may have read the status before, and hears of it here.
 */
const tell = async (tx: Tx, ctx: Context, { enrollment }: Tracked, item: Change | null, answer: StatusAnswer) => {
  const { item_status: status, course_status, progress, progress_id: id } = answer
  if (item?.type === 'CloudScormModule' && id !== null)
    await publish(tx, {
      channel: `cloud-scorm-progress.${id}`,
      event: 'progress.updated',
      data: { progress: { id, status } },
    })
  if (ctx.viewer?.user_id === enrollment.user_id && item?.type !== 'ScormModule') return
  await publish(tx, {
    channel: `notifications.${enrollment.user_id}`,
    event: 'progress.updated',
    data: {
      related_id: enrollment.id,
      course_id: enrollment.course_id,
      ...(item && { item_type: item.type, item_id: item.id, status }),
      course_status,
      progress,
    },
  })
}

/** Lets the open pages of the learner read again what is signed off (TRD-034). */
const tellSignedOff = (tx: Tx, { enrollment, course }: Tracked, finished: Step | null) =>
  publish(tx, {
    channel: `notifications.${enrollment.user_id}`,
    event: 'progress.updated',
    data: {
      related_id: enrollment.id,
      course_id: enrollment.course_id,
      course_status: finished?.course_status ?? course.status,
      progress: finished?.progress ?? courseProgress(course).progress,
    },
  })

/** A step as rules of the trade let it end; a person who completes a course for a learner decides (TRD-012, TRD-014, TRD-031). */
const heldByRules = async (
  tx: Tx,
  ctx: Context,
  { enrollment, course }: Tracked,
  step: Step,
  { completed_by: completedBy }: StepOptions,
): Promise<Step> => {
  if (!step.finishes_course || !course.has_rules || completedBy !== undefined) return step
  return (await courseHold(tx, ctx, enrollment)).is_held ? holdCourse(step) : step
}

/**
 * The writing side of progress. Nothing else writes course_user_progress. `hooks` are other slices' answers to a finished
 * course; they are named where the product is put together, so that this slice knows none of them.
 */
export const createProgress = ({ onCourseFinished = [] }: ProgressHooks = {}) => {
  /** Writes what was decided for a locked enrollment: statuses and enrollment in one round trip, then the hooks. */
  const applyStep = async (
    tx: Tx,
    ctx: Context,
    tracked: Tracked,
    decided: Step,
    { item = null, ...options }: StepOptions & { item?: Change | null } = {},
  ): Promise<StatusAnswer> => {
    const { enrollment, course } = tracked
    const step = await heldByRules(tx, ctx, tracked, decided, options)
    const writes = withIds(tracked, writesOf(tracked, step, item, options), item)
    const { opened } = options
    const hasMoved = step.course_status !== enrollment.status || step.items_done !== enrollment.items_done
    // Every change of progress writes the enrollment, even without changing it: its stamp then notifies the others
    // (`optimistic`).
    const record =
      writes.length > 0 || hasMoved || opened || step.finishes_course
        ? {
            ...(hasMoved && { status: step.course_status, items_done: step.items_done }),
            ...(enrollment.started_at === null && step.course_status !== STATUS.not_started && { started_at: ctx.now }),
            ...(opened && { last_item: opened }),
            ...(enrollment.version === null && course.version > 0 && { version: course.version }),
            ...(step.finishes_course && {
              completed_at: ctx.now,
              completed_by: options.completed_by ?? null,
              completion_reason: options.completion_reason ?? null,
            }),
          }
        : null
    const at = { portal_id: ctx.portal.id, enrollment_id: course.enrollment_id, now: ctx.now }
    const saving = savingStatuses(at, writes)
    if (options.is_last && !step.finishes_course) {
      const recording = record && recordingProgress(ctx, enrollment.id, record)
      askTogetherWithCommit(
        tx,
        [saving, recording].filter((one) => one !== null),
      )
      const after = courseAfter(tracked, step.course_status, writes)
      if (record) tracked.remember(after && { row: rowAfter(record), course: after })
    } else {
      tracked.remember(null)
      await Promise.all([saving && ask(tx, ...saving), record && recordProgress(tx, ctx, enrollment.id, record)])
    }
    const written = item && writes.find((write) => isSameItem(write, item))
    const knownId = item ? (findItem(tracked, item)?.progress_id ?? null) : null
    const answer = answerOf(step, knownId ?? written?.new_id ?? null)
    if (writes.length > 0) await tell(tx, ctx, tracked, item, answer)
    if (step.finishes_course) {
      const { id, portal_id, user_id, course_id } = enrollment
      const finished = { id, portal_id, user_id, course_id, status: STATUS.finished, completed_at: ctx.now }
      for (const hook of onCourseFinished) await hook(tx, ctx, finished)
    }
    return answer
  }

  /** Changes one item of a locked enrollment; `not_found` when the item is not in its course. */
  const change = (tx: Tx, ctx: Context, tracked: Tracked, item: Change, options: StepOptions = {}) => {
    const step = decideChange(tracked.course, item)
    if (!step) throw fail('not_found')
    return applyStep(tx, ctx, tracked, step, { ...options, item })
  }

  return {
    applyStep,
    change,

    /**
     * Sets the status of an item of an enrollment, its module and its course (LRN-013 to LRN-032). Idempotent; a finished or
     * success status is never lowered; calls on one enrollment run one after the other, each from the result of the one
     * before. On finishing the course the hooks run. Whether the learner may do this is for the caller to check.
     * Two round trips.
     */
    setItemStatus: async (tx: Tx, ctx: Context, statusChange: StatusChange): Promise<StatusAnswer> => {
      const tracked = await track(tx, ctx, statusChange.enrollment.id)
      const { item_type: type, item_id: id, status, asks_for_success = false, is_last = false, details } = statusChange
      return change(tx, ctx, tracked, { type, id, status, asks_for_success }, { details, is_last })
    },

    /**
     * After a hands-on task was signed off, or a proctor confirmed an exam: completes a course in which everything else is done and nothing is missing any
     * more (TRD-032, TRD-044). The learner's open pages show it. Locks the enrollment first, so that of the last item
     * and the last sign-off at the same time the later one completes the course.
     */
    settleCourse: async (tx: Tx, ctx: Context, enrollmentId: number): Promise<void> => {
      const tracked = await track(tx, ctx, enrollmentId)
      const { enrollment, course } = tracked
      if (!course.has_rules || enrollment.ended_at || enrollment.completed_at || enrollment.access !== 'active') return
      const { is_held: isHeld, asks_people: asksPeople } = await courseHold(tx, ctx, enrollment)
      if (!asksPeople) return
      const step = decideFinish(course)
      if (step && !isHeld) await applyStep(tx, ctx, tracked, step)
      await tellSignedOff(tx, tracked, step && !isHeld ? step : null)
    },

    /**
     * Takes the result of an item back: it is not started again, and module and course are computed again; a completed course
     * that is thereby open again can be taken again. The one way down (EXM-023).
     */
    resetItem: async (
      tx: Tx,
      ctx: Context,
      tracked: Tracked,
      item: { type: ItemType; id: number },
    ): Promise<StatusAnswer> => {
      const step = decideReset(tracked.course, item)
      if (!step) throw fail('not_found')
      const isReopened = tracked.enrollment.completed_at !== null && step.course_status !== STATUS.finished
      const [answer] = await Promise.all([
        applyStep(tx, ctx, tracked, step, { item: { ...item, status: STATUS.not_started } }),
        isReopened ? reopenEnrollment(tx, ctx, tracked.enrollment) : undefined,
      ])
      return answer
    },
  }
}

export type Progress = ReturnType<typeof createProgress>

declare module '#platform/services.ts' {
  interface Services {
    /** The writing side of progress, with what other features do when a course is finished. */
    progress: Progress
  }
}
