import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '../../icons.tsx'
import { Anchor } from '../parts/anchor.tsx'
import { Button, buttonClass } from '../parts/button.tsx'
import styles from './pagination.module.css'

/** The cursors of a list answer (API-012). */
export type Cursors = { next_cursor: string | null; prev_cursor: string | null }

type LoadMoreProps = { hasMore: boolean; isLoading?: boolean; onMore: () => void; label?: string; count?: ReactNode }

/** A button that adds the next page below the ones already shown. */
export function LoadMore({ hasMore, isLoading, onMore, label = 'Show more', count }: LoadMoreProps) {
  if (!hasMore && !count) return null
  return (
    <div className={styles.more}>
      {count && (
        <div className={styles.count} role="status">
          {count}
        </div>
      )}
      {hasMore && (
        <Button variant="outline" isLoading={isLoading} onClick={onMore}>
          {label}
        </Button>
      )}
    </div>
  )
}

type PagerProps = {
  meta: Cursors | undefined
  /** Shown to the left of the buttons, such as the number of rows. */
  note?: ReactNode
  isLoading?: boolean
} & (
  | { onCursor: (cursor: string) => void; hrefOf?: undefined }
  | { hrefOf: (cursor: string) => string; onCursor?: undefined }
)

/** Previous and next page of a cursor-paged list: as links where the address holds the page, else as buttons. */
export function Pager({ meta, note, isLoading, onCursor, hrefOf }: PagerProps) {
  const previous = meta?.prev_cursor ?? null
  const next = meta?.next_cursor ?? null
  if (!previous && !next && !note) return null
  const step = (cursor: string | null, content: ReactNode) => {
    if (cursor && hrefOf) {
      return (
        <Anchor href={hrefOf(cursor)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          {content}
        </Anchor>
      )
    }
    return (
      <Button variant="outline" size="sm" disabled={!cursor || isLoading} onClick={() => cursor && onCursor?.(cursor)}>
        {content}
      </Button>
    )
  }
  return (
    <nav className={styles.pager} aria-label="Pages" data-print="no">
      {note && <div className={styles.count}>{note}</div>}
      {(previous || next) && (
        <div className={styles.buttons}>
          {step(
            previous,
            <>
              <IconChevronLeft size={16} />
              Previous
            </>,
          )}
          {step(
            next,
            <>
              Next
              <IconChevronRight size={16} />
            </>,
          )}
        </div>
      )}
    </nav>
  )
}
