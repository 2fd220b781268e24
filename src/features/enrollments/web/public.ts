export { EnrolDialog } from './enrol-dialog.tsx'
export { useUnenrol } from './use-unenrol.ts'
