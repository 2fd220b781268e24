export { ExportButton } from './components/export-button.tsx'
export { FileList } from './components/file-list.tsx'
export { exportQueries } from './queries.ts'
