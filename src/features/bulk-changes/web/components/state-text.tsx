import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../bulk-changes.module.css'
import type { Row } from '../queries.ts'

/** An enrollment before or after a change: when it is due, and until when it gives access. */
export function StateText({ state }: { state: Row['before'] }) {
  if (state === null) return <span className={styles.muted}>Not enrolled</span>
  return (
    <span className={styles.state}>
      {state.due_at ? (
        <span>
          Due <DayText value={state.due_at} isEnd />
        </span>
      ) : (
        <span>No due date</span>
      )}
      <span className={styles.muted}>
        Access until <DayText value={state.expires_at} isEnd />
      </span>
    </span>
  )
}
