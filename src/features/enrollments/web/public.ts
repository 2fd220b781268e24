export { EnrolDialog } from './enrol-dialog.tsx'
export { LearnerFields } from './learner-fields.tsx'
export { tellEnrolled } from './tell-enrolled.ts'
export { useUnenrol } from './use-unenrol.ts'
