/** What the screens of other slices may use of exams. */
export {
  attemptResult,
  bestScore,
  decideStart,
  isCorrect,
  nextOpen,
  remainingAttempts,
  resumeAt,
  scorePercent,
} from '../rules/attempt.ts'
export { countdownText, minutesText } from '../rules/countdown.ts'
export { endOf, MOST_MINUTES } from '../rules/time-limit.ts'
export { authoredPath, settingsPath } from './authoring.ts'
export { ExamTabs } from './components/exam-tabs.tsx'
