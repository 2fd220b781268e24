/** What other slices may call of exports. */

export { startExport } from './actions/start-export.ts'
export { askedBy } from './asked.ts'
export { type Archive, type Asked, type Column, csvExport, type ExportKind, zipExport } from './kinds.ts'
export { presentFile } from './present.ts'
