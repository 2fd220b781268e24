/** What other slices may call of exports. */

export { startExport } from './actions/start-export.ts'
export { requestFrom } from './asked.ts'
export { contentNow, fileNameFor, MIME_TYPES } from './content.ts'
export {
  type Archive,
  type Column,
  csvExport,
  type ExportKind,
  type ExportRequest,
  type LaidOutKind,
  zipExport,
} from './kinds.ts'
export { presentFile } from './present.ts'
