/** What other slices may call of the activity log. */
export { entriesOfEnrollments } from './store.ts'
