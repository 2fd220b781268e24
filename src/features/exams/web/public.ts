/** What the screens of other slices may use of exams. */
export { countdownText, minutesText } from '../rules/countdown.ts'
export { MOST_MINUTES } from '../rules/time-limit.ts'
export { authoredPath } from './authoring.ts'
