import { Children, type ReactNode } from 'react'
import { cx } from '../../cx.ts'
import styles from './card.module.css'

/** Cards in rows, as many per row as there is room for. */
export function CardGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  )
}

/** A plain card around anything. */
export function Card({ children, className, isFlush }: { children: ReactNode; className?: string; isFlush?: boolean }) {
  return <div className={cx(styles.card, !isFlush && styles.padded, className)}>{children}</div>
}
