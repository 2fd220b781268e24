export {
  type CourseState,
  continueItem,
  courseProgress,
  type Item,
  neighborsOf,
  type OutlineEntry,
} from '../rules/course.ts'
export { coursePath, itemPath } from '../rules/paths.ts'
export { PREVIEW } from '../rules/preview.ts'
export { isDone, STATUS, type Status } from '../rules/status.ts'
export { decideChange, decideFinish, type Step } from '../rules/steps.ts'
export { CompleteDialog } from './components/complete-dialog.tsx'
export { CourseRow } from './components/course-row.tsx'
export { ItemSteps } from './components/item-steps.tsx'
export { ItemError, isItemLocked, LockedItem } from './components/locked-item.tsx'
export { StatusMark } from './components/status-mark.tsx'
export { courseHead } from './course-head.ts'
export { learnerQueries, refreshProgress } from './queries.ts'
export { LearnerDashboard } from './screens/learner-dashboard.tsx'
export { useItemTime } from './use-item-time.ts'
export { useOutline } from './use-outline.ts'
