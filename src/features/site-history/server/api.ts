/** What the owners of records with a history call. */
export { HISTORY_KINDS, type HistoryKind } from '../contract.ts'
export { replaceFileInRecord } from './replace-file.ts'
export { forgetSiteVersions, keepSiteVersion } from './store.ts'
