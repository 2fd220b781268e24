export { CourseGrid } from './components/course-grid.tsx'
export { continueHref } from './continue-href.ts'
export type { StoreCourse, StoreCourseDetails } from './courses.ts'
export { type ListedCourse, listedCourse } from './listed-course.ts'
