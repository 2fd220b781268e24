export { TokenSection } from './components/token-section.tsx'
export { ownTokens } from './queries.ts'
