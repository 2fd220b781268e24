/** What other slices, and the management screens, may call of the dates. */
export { createSchedule, updateSchedule } from './actions/save-schedule.ts'
