/** What other slices may show of compliance. */
export { ComplianceFrame, REVIEW } from './components/compliance-frame.tsx'
export { LOOKS } from './standing-look.ts'
