/** What is handed to courses, which stand below everything that is in them; and the links in texts, for other copies. */
export { type Copied, withOwnLinks } from '../rules/own-links.ts'
export { copyContents } from './copy-contents.ts'
