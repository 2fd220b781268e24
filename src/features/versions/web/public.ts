/** What other slices may show of versions. */
export { PublishChanges } from './components/publish-changes.tsx'
export { useVersions } from './use-versions.ts'
