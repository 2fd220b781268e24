import type { ReactNode } from 'react'
import { Container } from '../parts/layout.tsx'
import styles from './product-page.module.css'

/** The content below the head, with a side box that starts in the head and stays in view. */
export function ProductColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Container className={styles.columns}>
      <div className={styles.side}>{side}</div>
      <div className={styles.main}>{children}</div>
    </Container>
  )
}
