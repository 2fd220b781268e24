export { ExtendDialog } from './components/extend-dialog.tsx'
export { useBulkChange } from './use-bulk-change.ts'
