import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { Breadcrumbs, type Crumb } from '../parts/breadcrumbs.tsx'
import { Container } from '../parts/layout.tsx'
import styles from './product-page.module.css'

type ProductHeadProps = {
  crumbs: readonly Crumb[]
  badge?: ReactNode
  title: string
  lead?: string | null
  /** What is said in short below the lead. */
  children?: ReactNode
}

/** The head of a product page: breadcrumb, title and short description. */
export function ProductHead({ crumbs, badge, title, lead, children }: ProductHeadProps) {
  return (
    <div className={styles.head}>
      <Container className={styles.inner}>
        <Breadcrumbs items={crumbs} />
        {badge}
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </Container>
    </div>
  )
}

/** Facts in a row, as list items; `isSmall` inside a list. */
export function Facts({ label, isSmall, children }: { label?: string; isSmall?: boolean; children: ReactNode }) {
  return (
    <ul className={cx(styles.facts, isSmall && styles.small)} aria-label={label}>
      {children}
    </ul>
  )
}
