/** What other slices may call of exams. */
export { copyExams, loadPoolIdsOf } from './copy-exams.ts'
export { loadCourseOfExam } from './authoring-store.ts'
export { previewExam } from './preview-exam.ts'
