import { Badge, type Tone } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { ReleaseStatus } from '../../rules/releases.ts'
import type { ReleaseRow } from '../queries.ts'
import { STATUS_WORDS } from '../words.ts'

const TONES: Readonly<Record<ReleaseStatus, Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  live: 'success',
  rolled_back: 'warning',
}

export const ReleaseBadge = ({ status }: Pick<ReleaseRow, 'status'>) => (
  <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
)

/** When a release goes or went live, or was rolled back, and by whom. */
export function ReleaseTimes({ release }: { release: ReleaseRow }) {
  const by = (person: ReleaseRow['created_by']) => person && ` by ${person.display_name}`
  if (release.status === 'scheduled')
    return (
      <>
        Goes live <TimeText value={release.publish_at} />
      </>
    )
  if (release.status === 'rolled_back')
    return (
      <>
        Rolled back <TimeText value={release.rolled_back_at} />
        {by(release.rolled_back_by)}
      </>
    )
  if (release.status === 'live')
    return (
      <>
        Live since <TimeText value={release.published_at} />
        {by(release.published_by)}
      </>
    )
  return (
    <>
      Created <TimeText value={release.created_at} />
      {by(release.created_by)}
    </>
  )
}
