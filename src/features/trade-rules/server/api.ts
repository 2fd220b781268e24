/** What other slices may call of rules of the trade. */
export { courseHold, requireCourseRules, requireItemTime } from './guard.ts'
export { loadOfferedTasks } from './offered-tasks.ts'
export type { TakenCourse, TakenCourses } from './ports.ts'
