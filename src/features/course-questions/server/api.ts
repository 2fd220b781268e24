/** What other slices may call of course questions. */
export { mayFollowCourseQuestions, mayFollowQuestion } from './access.ts'
