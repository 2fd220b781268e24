import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../public/parts/breadcrumbs.tsx'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: ReactNode
  text?: ReactNode
  /** A word about the state beside the title. */
  badge?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
}

/** The head of a screen: where one is, what it is called, what can be done. */
export function PageHeader({ title, text, badge, crumbs, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      {crumbs && (
        <div className={styles.crumbs}>
          <Breadcrumbs items={crumbs} />
        </div>
      )}
      <div className={styles.words}>
        <div className={styles.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
