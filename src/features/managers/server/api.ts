/** What other slices may call of managers. */
export { handOut, takeBack } from './actions/hand-out.ts'
export { holdsManagerRole } from './course-store.ts'
