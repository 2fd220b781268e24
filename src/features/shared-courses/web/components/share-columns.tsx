import { PUBLISHING } from '#kernel/product/statuses.ts'
import type { Column } from '#ui/app/list/list-types.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import styles from '../shared-courses.module.css'
import { PUBLISHING_WORDS, type Share, takenInWords } from '../words.ts'

/** How a course stands with a portal: the state of the job, with its reason where it failed, and what they have taken. */
export const SHARE_COLUMNS: readonly Column<Share>[] = [
  {
    key: 'state',
    title: 'State',
    cell: (share) => (
      <span className={styles.name}>
        <span>
          {share.revoked_at ? (
            <StatusBadge status="archived" label="Sharing ended" />
          ) : (
            <StatusBadge
              status={PUBLISHING_WORDS[share.state]}
              {...(share.state === PUBLISHING.queued && { tone: 'neutral' as const })}
            />
          )}
        </span>
        {share.error && <small className={styles.error}>{share.error}</small>}
      </span>
    ),
  },
  { key: 'taken', title: 'Version there', cell: (share) => takenInWords(share) },
  {
    key: 'updated_at',
    title: 'Last change',
    role: 'secondary',
    cell: (share) => <TimeText value={share.updated_at} />,
  },
]
