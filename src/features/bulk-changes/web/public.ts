export { ExtendDialog } from './components/extend-dialog.tsx'
export { GradeDialog } from './components/grade-dialog.tsx'
export { useBulkChange } from './use-bulk-change.ts'
