/** What other slices may call of notifications. */
export { daysUntil } from '../rules/words.ts'
export { notify, type Telling } from './notify.ts'
export { isMailOn } from './store.ts'
