/** What other slices may call of the questions. */
export { createFaq, createQuestionCategory, faqKind, updateFaq } from './lists.ts'
export { faqPages } from './pages.ts'
