/** What other slices may show of shared courses. */
export { SourceNotice } from './components/source-notice.tsx'
