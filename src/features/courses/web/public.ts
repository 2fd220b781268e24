export { PublicationBadge } from './publication-badge.tsx'
