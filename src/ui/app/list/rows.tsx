import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import styles from './rows.module.css'

type RowsProps = {
  label?: string
  /** Within a form or a dialog. */
  isInset?: boolean
  /** The newest first, with the oldest as number one. */
  isReversed?: boolean
  children: ReactNode
}

/** A few records in one frame; a list with search, order and pages is a `ListScreen`. */
export function Rows({ label, isInset, isReversed, children }: RowsProps) {
  const className = cx(styles.rows, isInset && styles.inset)
  return isReversed ? (
    <ol className={className} aria-label={label} reversed>
      {children}
    </ol>
  ) : (
    <ul className={className} aria-label={label}>
      {children}
    </ul>
  )
}

/** One record: its name, a note below, and its state or actions on the right. */
export function Row({ title, note, children }: { title: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>{title}</span>
        {note && <small>{note}</small>}
      </div>
      {children && <div className={styles.side}>{children}</div>}
    </li>
  )
}
