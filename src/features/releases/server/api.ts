/** What other slices may call of releases. */
export { openPreview, type SitePreview } from './preview.ts'
