export { SigningKeysSection } from './components/signing-keys-section.tsx'
