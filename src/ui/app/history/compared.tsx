import { SkeletonText } from '../../public/lists/skeleton.tsx'
import { CallFailure } from '../list/part-state.tsx'
import { type ChangeGroup, ChangeGroups } from './change-groups.tsx'
import styles from './history.module.css'

type Read = { error: unknown; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }

type ComparedProps = {
  /** What is read for it. */
  reads: readonly Read[]
  /** Null until everything is there. */
  groups: readonly ChangeGroup[] | null
  /** What is said where nothing differs. */
  same?: string
}

/** How two versions differ, or that they are being read, could not be read, or are the same. */
export function Compared({ reads, groups, same = 'Both are the same.' }: ComparedProps) {
  const failed = reads.find(({ error }) => error)
  return (
    <div
      aria-live="polite"
      aria-busy={reads.some(({ isFetching }) => isFetching)}
      className={styles.compared}
      data-former={reads.some(({ isPlaceholderData }) => isPlaceholderData) || undefined}
    >
      {failed ? (
        <CallFailure error={failed.error as never} refetch={failed.refetch as never} />
      ) : !groups ? (
        <SkeletonText lines={4} />
      ) : groups.every(({ items }) => items.length === 0) ? (
        <p>{same}</p>
      ) : (
        <ChangeGroups groups={groups} />
      )}
    </div>
  )
}
