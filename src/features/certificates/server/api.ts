/** What other slices may call of certificates. */
export { certificateEntries } from './exports.ts'
export { issueForEnrollment } from './actions/issue-certificate.ts'
export { type CertificateRow, certificatesOf, certifiedEnrollments } from './store.ts'
