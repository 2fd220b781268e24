export { EvidenceButton } from './components/evidence-button.tsx'
