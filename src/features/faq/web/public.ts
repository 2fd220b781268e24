export { faqPath, type StoreFaq } from './faq.ts'
