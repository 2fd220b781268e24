/** What other slices may call of exams. */

export { loadCourseOfExam } from './authoring-store.ts'
export { copyExams, loadPoolIdsOf } from './copy-exams.ts'
export { previewExam } from './preview-exam.ts'
