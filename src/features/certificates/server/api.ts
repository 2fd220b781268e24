/** What other slices may call of certificates. */

export { certificateValidity } from '../rules/validity.ts'
export { issueForEnrollment } from './actions/issue-certificate.ts'
export { checkCertificates } from './check.ts'
export { certificateEntries, openPdf as openCertificatePdf } from './exports.ts'
export { latestCertificates } from './latest.ts'
export { type CertificateRow, certificatesOf, certifiedEnrollments } from './store.ts'
