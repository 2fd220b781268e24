/** What other slices may call of documents. */
export { type AcceptedDocument, acceptedDocuments, documentEntries, forgetDocumentsOf } from './entries.ts'
