/** What other slices may call of rules of the trade. */
export { missingCourseTime, requireCourseTime, requireItemTime } from './guard.ts'
export type { TakenCourse, TakenCourses } from './ports.ts'
