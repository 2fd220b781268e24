/** What other slices may call of assignments. */
export { loadAssignments } from './authoring.ts'
export { copyAssignments } from './copy-assignments.ts'
export { presentTask } from './present-response.ts'
