/** What other slices may call of the dates. */
export { createSchedule, updateSchedule } from './lists.ts'
