/** What the screens of other slices may use of assignments. */
export { remainingAttempts, responseFault, whyNoResponse } from '../rules/attempts.ts'
