export { CourseRow } from './components/course-row.tsx'
export { StatusMark } from './components/status-mark.tsx'
export { coursePath, itemPath } from './paths.ts'
export { learnerQueries, refreshProgress } from './queries.ts'
