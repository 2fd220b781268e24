/** What other slices may call of exams. */

export { loadAttempts, loadTakenExam } from './attempt-store.ts'
export { loadCourseOfExam } from './authoring-store.ts'
export { copyExams, loadPoolIdsOf } from './copy-exams.ts'
export { endOpenAttempt } from './end-attempt.ts'
export { loadOfflineExams } from './leases/lease-store.ts'
export { loadOpenings, type Opening, REQUEST_HOURS, standingOpening } from './opening-store.ts'
export { countedAttempts } from './present.ts'
export { previewExam } from './preview-exam.ts'
export { peopleOf, presentProctoring, proctorRuleOf } from './proctor.ts'
export { examItem } from './show-exam.ts'
