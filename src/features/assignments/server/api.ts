/** What other slices may call of assignments. */
export { loadAssignments } from './authoring.ts'
export { presentTask } from './present-response.ts'
