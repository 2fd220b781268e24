/** What other slices may call of recertification. */
export { remindersBehind } from './behind.ts'
