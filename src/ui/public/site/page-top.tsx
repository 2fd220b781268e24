import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from '../parts/breadcrumbs.tsx'
import { Container } from '../parts/layout.tsx'
import styles from './page-top.module.css'

type PageTopProps = {
  title: ReactNode
  /** The way here; the page itself is the last. */
  crumbs?: readonly Crumb[]
  eyebrow?: ReactNode
  lead?: ReactNode
  /** A logo or seal next to the title, on a white background. */
  picture?: ReactNode
  /** A person's picture next to the title. */
  portrait?: ReactNode
  /** That of what stands below, so that both begin at the same edge. */
  width?: 'page' | 'narrow'
  children?: ReactNode
}

/** The head of a public page: breadcrumb, title and purpose. */
export function PageTop({ title, crumbs, eyebrow, lead, picture, portrait, width, children }: PageTopProps) {
  return (
    <div className={styles.top}>
      <Container width={width} className={styles.inner}>
        {crumbs && <Breadcrumbs items={crumbs} />}
        <div className={styles.row}>
          {portrait}
          {picture && <div className={styles.picture}>{picture}</div>}
          <div className={styles.words}>
            {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
            <h1>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
        </div>
        {children}
      </Container>
    </div>
  )
}
