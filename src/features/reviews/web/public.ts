export { CourseReviews, type LoadedReviews } from './components/course-reviews.tsx'
