/** What other slices may show of versions. */
export { ChangeList } from './components/change-list.tsx'
export type { Move } from './components/move-dialog.tsx'
export { MoveLearners } from './components/move-learners.tsx'
export { PublishChanges } from './components/publish-changes.tsx'
export { RemovedItems } from './components/removed-items.tsx'
export { VersionsScreen } from './screens/versions.tsx'
export { useVersionEvents, useVersions } from './use-versions.ts'
