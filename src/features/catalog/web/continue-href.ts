import type { ListedCourse } from './listed-course.ts'

/** Where a learner continues in a course: the outline of the enrollment (ROU-054). */
export const continueHref = ({ slug, learner }: Pick<ListedCourse, 'slug' | 'learner'>): string | undefined =>
  learner ? `/courses/learner/${encodeURIComponent(slug)}/${learner.id}/outline` : undefined
