import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { type Icon, IconInbox } from '../../icons.tsx'
import styles from './state.module.css'

type EmptyStateProps = {
  title: ReactNode
  /** What would stand here, and how to get it here. */
  text?: ReactNode
  icon?: Icon
  /** The first step. */
  action?: ReactNode
  /** It is all that the page says, and its title the heading of the page. */
  isPage?: boolean
}

/** What a list shows when there is nothing in it. */
export function EmptyState({ title, text, icon: Drawing = IconInbox, action, isPage }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, isPage && styles.error)}>
      <div className={styles.drawing}>
        <Drawing size={26} />
      </div>
      {isPage ? <h1>{title}</h1> : <h2 className={styles.title}>{title}</h2>}
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
