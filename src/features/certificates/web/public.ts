export { CertificateCard } from './components/certificate-card.tsx'
export { CertificateList } from './components/certificate-list.tsx'
export { GenerateCertificateButton } from './components/generate-button.tsx'
export { type CertificateShown, certificateQueries, refreshCertificates } from './queries.ts'
