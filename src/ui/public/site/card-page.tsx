import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import styles from './card-page.module.css'

type CardPageProps = { title: string; lead?: ReactNode; isWide?: boolean; below?: ReactNode; children?: ReactNode }

/** A page of one card in the middle, for what comes before all screens, such as signing in; `below` stands under the card. */
export const CardPage = ({ title, lead, isWide, below, children }: CardPageProps) => (
  <div className={styles.page}>
    <div className={cx(styles.card, isWide && styles.wide)}>
      <h1>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.body}>{children}</div>}
    </div>
    {below}
  </div>
)

/** The line between two ways to do the same. */
export const OrLine = ({ children }: { children: ReactNode }) => <div className={styles.or}>{children}</div>
