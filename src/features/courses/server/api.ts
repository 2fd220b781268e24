/** What other slices may call of courses. */

export { dueOf } from '../rules/due-dates.ts'
export { SOURCE_COLUMNS, type SourceColumn } from '../rules/owners.ts'
export { isWithinReach, reachAndLockContent, reachAndLockCourse, reachCourse } from './access.ts'
export { type TemplateFields, templateColumns } from './actions/save-certificate-template.ts'
export { updateCourse } from './actions/update-course.ts'
export { updateDueDates } from './actions/update-due-dates.ts'
export { updatePrices } from './actions/update-prices.ts'
export { insertCourse, loadProviders, rememberSlug, takeSlug, updateCourseRow } from './authoring-store.ts'
export { insertInstructor, loadInstructors, removeInstructorRow } from './people-store.ts'
export type { CoursePorts } from './ports.ts'
export { may } from './present.ts'
export { requireReady } from './readiness.ts'
export {
  COURSE_COLUMNS,
  type CourseKey,
  type CourseRow,
  countEnrollments,
  isInstructorOf,
  loadCompanyOf,
  loadCourse,
  loadFormerSlugs,
  loadMovedSlug,
  loadTiers,
  lockCourse,
  type Tier,
} from './store.ts'
export { loadTemplate, PICTURES as TEMPLATE_PICTURES, type TemplateRow } from './templates-store.ts'
export { loadTermIds } from './terms-store.ts'
export { touchCourse } from './touch.ts'
