// The content of a course's page next to its buy box.
export { CourseReviews } from '#features/reviews/web/public.ts'
export { CourseHero } from './course-hero.tsx'
export { CourseText, RelatedCourses } from './course-text.tsx'
export { Included } from './included.tsx'
