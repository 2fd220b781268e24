export { ExportButton } from './components/export-button.tsx'
export { FileList } from './components/file-list.tsx'
export { fetchExport, saveFile } from './fetch-export.ts'
export { exportQueries } from './queries.ts'
