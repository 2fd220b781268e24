import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../public/parts/breadcrumbs.tsx'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: ReactNode
  /** In front of the title: the portrait of a person. */
  picture?: ReactNode
  text?: ReactNode
  /** The state, shown next to the title. */
  badge?: ReactNode
  crumbs?: readonly Crumb[]
  /** Beside the breadcrumb: who else is here. */
  company?: ReactNode
  actions?: ReactNode
}

/** The head of a screen: the breadcrumb, the title and the actions. */
export function PageHeader({ title, picture, text, badge, crumbs, company, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      {crumbs && (
        <div className={styles.crumbs}>
          <Breadcrumbs items={crumbs} />
          {company}
        </div>
      )}
      <div className={styles.lead}>
        {picture}
        <div className={styles.words}>
          <div className={styles.title}>
            <h1>{title}</h1>
            {badge}
          </div>
          {text && <p className={styles.text}>{text}</p>}
        </div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
