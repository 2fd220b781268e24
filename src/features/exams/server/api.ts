/** What other slices may call of exams. */
export { previewExam } from './preview-exam.ts'
