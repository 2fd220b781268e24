import type { ReactNode } from 'react'
import { type Icon, IconInbox } from '../icons.tsx'
import styles from './state.module.css'

type EmptyStateProps = {
  title: ReactNode
  /** What would stand here, and how to get it here. */
  text?: ReactNode
  icon?: Icon
  /** The first step. */
  action?: ReactNode
}

/** What a list shows when there is nothing in it. */
export function EmptyState({ title, text, icon: Drawing = IconInbox, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <div className={styles.drawing}>
        <Drawing size={26} />
      </div>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
