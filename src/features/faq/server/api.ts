/** What other slices, and the management screens, may call of the questions. */
export { createFaq, createQuestionCategory, updateFaq } from './actions/save-faq.ts'
export { faqPages } from './pages.ts'
