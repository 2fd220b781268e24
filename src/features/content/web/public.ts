import { CONTENT_PATH } from '../rules/screens.ts'

export { ContentMultiSelect, ContentSelect } from './content-select.tsx'
/** The way back from a list to the page of all lists. */
export const CONTENT = { label: 'Content', href: CONTENT_PATH }
