import type { ReactNode } from 'react'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { IconRefresh, IconTrash } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import type { ListedDomain, ListedEmail } from '../queries.ts'
import styles from './domains.module.css'
import { RecordList } from './record-list.tsx'

const LABELS: Record<ListedDomain['status'], string | undefined> = {
  initializing: 'Checking',
  pending: 'Waiting for proof',
  pending_validation: 'Almost there',
  processing: undefined,
  active: 'Active',
}

type Props = {
  name: string
  item: ListedDomain | ListedEmail
  badge: ReactNode
  isReadOnly: boolean
  isBusy: boolean
  onCheck: () => void
  onDelete: () => void
}

/** A domain or sender with its state, its records, and what can be done with it. */
export function CheckedItem({ name, item, badge, isReadOnly, isBusy, onCheck, onDelete }: Props) {
  const { status, records, failing_since: failingSince, is_checking: isChecking } = item
  const isRight = status === 'active' && !failingSince
  const list = <RecordList records={records} />
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <StatusBadge status={status} label={LABELS[status]} />
        {badge}
        {!isReadOnly && (
          <div className={styles.actions}>
            <Button
              variant="outline"
              icon={IconRefresh}
              isLoading={isBusy || isChecking}
              aria-label={`Check now: ${name}`}
              onClick={onCheck}
            >
              Check now
            </Button>
            <IconButton icon={IconTrash} label={`Delete ${name}`} onClick={onDelete} />
          </div>
        )}
      </div>
      {failingSince && (
        <Alert tone="warning" title="A record is not right anymore">
          It stays active until <DateText value={item.active_until} />. Set the records below before then.
        </Alert>
      )}
      <p className={styles.note} aria-live="polite">
        {isChecking ? (
          'Checking the records…'
        ) : (
          <>
            Last checked <TimeText value={item.checked_at} />.{' '}
            {item.next_check_at ? (
              <>
                The next check is at <TimeText value={item.next_check_at} />.
              </>
            ) : (
              'Automatic checks have ended. Set the records, then check again.'
            )}
          </>
        )}
      </p>
      {records.length > 0 &&
        (isRight ? (
          <details className={styles.fold}>
            <summary>Show its {records.length} DNS records</summary>
            {list}
          </details>
        ) : (
          list
        ))}
    </li>
  )
}
