import type { ReactNode } from 'react'
import styles from './list-screen.module.css'

/** A list that is a part of a screen, under a heading of its own. */
export function ListPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className={styles.part}>{title}</h2>
      {children}
    </div>
  )
}
