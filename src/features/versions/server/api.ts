/** What other slices may call of versions. */
export { changesBetween, type ItemChange, type VersionItem } from '../rules/changes.ts'
export { publishDraft } from './actions/publish.ts'
export { loadVersionItems } from './store.ts'
