import type { ReactNode } from 'react'
import { IconArrowBackUp, IconList } from '../../icons.tsx'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { Pager } from '../../public/lists/pagination.tsx'
import { SkeletonText } from '../../public/lists/skeleton.tsx'
import { Button } from '../../public/parts/button.tsx'
import { TimeText } from '../../public/parts/time.tsx'
import { CallFailure } from '../list/part-state.tsx'
import styles from './history.module.css'

/** A version as its list shows it. */
export type ListedVersion = {
  number: number
  created_at: string
  created_by: { display_name: string } | null
}

type Meta = { next_cursor: string | null; prev_cursor: string | null }
type ListedPage<V> = { data: V[]; meta: Meta }

type VersionListProps<V extends ListedVersion> = {
  note: string
  /** Chooses which versions are listed. */
  filter?: ReactNode
  result: { data: ListedPage<V> | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  onCursor: (cursor: string | undefined) => void
  /** How a version came about, such as "Saved". */
  madeOf: (version: V) => string
  badgesOf: (version: V) => ReactNode
  /** What else is known of a version. */
  moreOf?: (version: V) => ReactNode
  /** The way to what a version looked like. */
  previewOf: (version: V) => ReactNode
  onCompare: ((version: V) => void) | null
  /** Null for a version that cannot be brought back. */
  restoreOf: (version: V) => { isDisabled?: boolean; isLoading?: boolean; run: () => void } | null
  /** What is said as long as there is none. */
  empty?: string
  onClose: () => void
  children?: ReactNode
}

/** Every save of a record: who made it and how, what it looked like and changed, and a way back to it. */
export function VersionList<V extends ListedVersion>(props: VersionListProps<V>) {
  const { note, filter, result, madeOf, badgesOf, moreOf, previewOf, onCompare, restoreOf, empty, onClose, children } =
    props
  const versions = result.data?.data
  return (
    <Dialog isOpen side="right" onClose={onClose} title="Versions" size="md">
      <div className={styles.stack}>
        <p className={styles.quiet}>{note}</p>
        {filter}
        {result.error ? (
          <CallFailure error={result.error as never} refetch={result.refetch as never} />
        ) : !versions ? (
          <SkeletonText lines={6} />
        ) : versions.length === 0 ? (
          <p>{empty}</p>
        ) : (
          <ol className={styles.versions} aria-label="Versions">
            {versions.map((version) => {
              const { number, created_at: at, created_by: by } = version
              const restore = restoreOf(version)
              return (
                <li key={number} aria-label={`Version ${number}`}>
                  <h3>
                    Version {number}
                    {badgesOf(version)}
                  </h3>
                  <p>
                    {madeOf(version)}
                    {by && ` by ${by.display_name}`}, <TimeText value={at} />
                  </p>
                  {moreOf?.(version)}
                  <div className={styles.actions}>
                    {previewOf(version)}
                    {onCompare && (
                      <Button size="sm" variant="ghost" icon={IconList} onClick={() => onCompare(version)}>
                        Compare
                      </Button>
                    )}
                    {restore && (
                      <Button
                        size="sm"
                        variant="ghost"
                        icon={IconArrowBackUp}
                        disabled={restore.isDisabled}
                        isLoading={restore.isLoading}
                        onClick={restore.run}
                      >
                        Restore
                      </Button>
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
        )}
        <Pager meta={result.data?.meta} isLoading={result.isFetching} onCursor={props.onCursor} />
      </div>
      {children}
    </Dialog>
  )
}
