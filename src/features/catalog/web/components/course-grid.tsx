import { later } from '#ui/page/later.tsx'

/** Courses as cards; the rest of the page does not wait for their script. */
export const CourseGrid = later(() => import('./course-grid-part.tsx').then((file) => file.CourseGrid))
