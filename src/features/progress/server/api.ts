/** What other slices may call of progress. */

export { courseProgress, progressPercent } from '../rules/course.ts'
export { PREVIEW } from '../rules/preview.ts'
export { isDone, resultOf, STATUS, type Status } from '../rules/status.ts'
export { DRAFT_ITEMS_TOTAL, itemsTotalOf } from './items-total.ts'
export { type KeptStanding, keepingStanding, restoreStanding } from './keep-standing.ts'
export { loadContent, presentModuleItem, presentOutlineItem } from './own-outline.ts'
export { PACKED_DRAFT } from './packed-course.ts'
export type { StatusAnswer } from './present.ts'
export {
  createProgress,
  type FinishedEnrollment,
  type OnCourseFinished,
  type Progress,
} from './progress.ts'
export { requireUnlocked } from './require-unlocked.ts'
export { type KeptItem, keepItems, restoreItems } from './restore-items.ts'
export {
  loadTrackedCourse,
  loadTrackedCourses,
  type TrackedCourse,
  type TrackedItem,
} from './store.ts'
export { loadTakenCourses } from './taken-courses.ts'
export { requireActive, requireOwn, type Tracked, track } from './track.ts'
