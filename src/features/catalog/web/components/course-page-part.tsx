// What stands on the page of a course beside the box in which it is bought.
export { CourseReviews } from '#features/reviews/web/public.ts'
export { CourseHero } from './course-hero.tsx'
export { CourseText, RelatedCourses } from './course-text.tsx'
export { Included } from './included.tsx'
