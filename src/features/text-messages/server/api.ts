/** What other slices may call of text messages. */
export { hasTexts } from './service.ts'
