/** What the screens of other slices may use of assignments. */
export { remainingAttempts, responseFault, whyNoResponse } from '../rules/attempts.ts'
export { gradingPath } from './grading-path.ts'
export { assignmentQueries } from './queries.ts'
export { ResponsesScreen } from './screens/responses.tsx'
