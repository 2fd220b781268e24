/** What other slices may show of documents. */
export { DocumentsNote } from './components/documents-note.tsx'
export { documentQueries } from './queries.ts'
