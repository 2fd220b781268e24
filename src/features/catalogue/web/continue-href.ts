import type { StoreCourse } from './courses.ts'

/** Where a learner goes on in a course: the outline of the enrolment (ROU-054). */
export const continueHref = ({ slug, learner }: Pick<StoreCourse, 'slug' | 'learner'>): string | undefined =>
  learner ? `/courses/learner/${encodeURIComponent(slug)}/${learner.id}/outline` : undefined
