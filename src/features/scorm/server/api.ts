/** What other slices, and the demo, may call of SCORM. */
export { importPackage } from './actions/import-package.ts'
export { previewModule } from './actions/preview-package.ts'
export {
  type CarryOver,
  type FormerPackage,
  loadCarryOvers,
  placesKept,
  restoreCarryOvers,
  saveCarryOvers,
} from './carry-store.ts'
export { listReplaced } from './list-replaced.ts'
export { loadSharedPackages, receivePackages, type SharedPackage } from './packages/packages-store.ts'
export { reportRun } from './rehearsals/report-run.ts'
export { startRehearsal } from './rehearsals/start-rehearsal.ts'
