/** What is handed to courses, which stand below everything that is in them. */
export { copyContents } from './copy-contents.ts'
