/** What other slices may call of assignments. */
export { gradeOf } from '../rules/attempts.ts'
export { loadAssignments } from './authoring.ts'
export { copyAssignments } from './copy-assignments.ts'
export {
  type FormerGrade,
  type GradedFacts,
  type GradingFacts,
  gradeForUndo,
  loadGradedFacts,
  loadGradingFacts,
  type StoredGrade,
  takeGradeBack,
} from './grades-alike.ts'
export { presentTask } from './present-response.ts'
