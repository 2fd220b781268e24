import { StatusBadge } from '#ui/app/status-badge.tsx'
import { IconHome, IconRefresh, IconTrash } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import type { Listed } from '../kinds.ts'
import styles from './domains.module.css'
import { RecordList } from './record-list.tsx'

const LABELS: Record<Listed['status'], string> = {
  initializing: 'Checking',
  pending: 'Not verified yet',
  pending_validation: 'Almost there',
  processing: 'Getting its certificate',
  active: 'Active',
}

type Props = {
  name: string
  item: Listed
  /** What it is used for at present. */
  mark: string | null
  isReadOnly: boolean
  isBusy: boolean
  onCheck: () => void
  /** Missing where it cannot take the place of the one in use. */
  onPrefer: (() => void) | undefined
  onDelete: () => void
}

/** A domain or sender with its state, its records, and what can be done with it. */
export function CheckedItem({ name, item, mark, isReadOnly, isBusy, onCheck, onPrefer, onDelete }: Props) {
  const { status, records, failing_since: failingSince, is_checking: isChecking } = item
  const isRight = status === 'active' && !failingSince
  const list = <RecordList records={records} />
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <StatusBadge status={status} label={LABELS[status]} />
        {mark && <Badge tone="primary">{mark}</Badge>}
        {!isReadOnly && (
          <div className={styles.actions}>
            {onPrefer && (
              <Button variant="outline" icon={IconHome} aria-label={`Make portal address: ${name}`} onClick={onPrefer}>
                Make portal address
              </Button>
            )}
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
        <Alert tone="warning" title="Something is not right anymore">
          It stays active until <DateText value={item.active_until} />. Fix what is marked below before then.
        </Alert>
      )}
      <p className={styles.note} aria-live="polite">
        {isChecking ? (
          'Checking…'
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
            <summary>Show all {records.length} checks</summary>
            {list}
          </details>
        ) : (
          list
        ))}
    </li>
  )
}
