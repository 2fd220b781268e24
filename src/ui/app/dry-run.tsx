import type { ReactNode } from 'react'
import { formatDay } from '#kernel/format/day.ts'
import styles from './dry-run.module.css'

/** What a change that is not saved yet would do on a day. */
export function DryRunFrame({ on, children }: { on: string; children: ReactNode }) {
  return (
    <section className={styles.dry} aria-label="Dry run">
      <h3>Dry run for {formatDay(on)}</h3>
      {children}
    </section>
  )
}
