import { later } from '#ui/page/later.tsx'

/** Courses as cards; nothing of a page waits for them to come to life. */
export const CourseGrid = later(() => import('./course-grid-part.tsx').then((file) => file.CourseGrid))
