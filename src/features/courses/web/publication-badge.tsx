import { StatusBadge } from '#ui/app/status-badge.tsx'
import { PUBLICATION_NAMES, type Publication } from '../rules/publication.ts'

/** The publication of a course as icon and word (CAT-003). */
export function PublicationBadge({ status }: { status: Publication }) {
  return <StatusBadge status={PUBLICATION_NAMES[status]} />
}
