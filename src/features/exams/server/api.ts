/** What other slices may call of exams. */

export { loadCourseOfExam } from './authoring-store.ts'
export { loadAttempts, loadTakenExam } from './attempt-store.ts'
export { copyExams, loadPoolIdsOf } from './copy-exams.ts'
export { endOpenAttempt } from './end-attempt.ts'
export { type Opening, loadOpenings, REQUEST_HOURS, standingOpening } from './opening-store.ts'
export { countedAttempts } from './present.ts'
export { previewExam } from './preview-exam.ts'
export { peopleOf, presentProctoring, proctorRuleOf } from './proctor.ts'
export { examItem } from './show-exam.ts'
