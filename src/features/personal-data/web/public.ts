export { PersonalDataSection } from './components/personal-data-section.tsx'
