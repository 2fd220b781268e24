/** What other slices may show of courses on this device. */
export { KeepOnDevice } from './components/keep-on-device.tsx'
export { KeptCourses } from './components/kept-courses.tsx'
export { useAwayItems } from './use-away-items.ts'
