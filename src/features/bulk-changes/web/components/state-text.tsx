import { formatNumber } from '#kernel/format.ts'
import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../bulk-changes.module.css'
import type { Row } from '../queries.ts'
import { plural } from '../words.ts'

/** An enrollment before or after a change: its dates, its version and progress, or the grade of a response. */
export function StateText({ state }: { state: Row['before'] }) {
  if (state === null) return <span className={styles.muted}>Not enrolled</span>
  if ('version' in state) return <PlaceText place={state} />
  if ('result' in state) return <GradeText grade={state} />
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

type Place = Extract<NonNullable<Row['before']>, { version: number }>

/** The version of a learner and how far they are in it; after a move also what it opens again and what it keeps. */
function PlaceText({ place }: { place: Place }) {
  const { version, items_done: done, items_total: total, opens_again: again, places_kept: kept } = place
  return (
    <span className={styles.state}>
      <span>Version {formatNumber(version)}</span>
      <span className={styles.muted}>
        {formatNumber(done)} of {plural(total, 'item')} done
      </span>
      {again > 0 && <span className={styles.muted}>{plural(again, 'item opens', 'items open')} again</span>}
      {kept > 0 && <span className={styles.muted}>Keeps {plural(kept, 'place')}</span>}
    </span>
  )
}

type Grade = Extract<NonNullable<Row['before']>, { result: string }>
const RESULTS = { passed: 'Passed', failed: 'Not passed' } as const

/** The grade of a response, whether it has a comment, and when it was given where that is known. */
function GradeText({ grade }: { grade: Grade }) {
  const { result, score, has_comment: hasComment, graded_at: at } = grade
  if (result === 'waiting') return <span className={styles.muted}>Waiting for a grade</span>
  return (
    <span className={styles.state}>
      <span>
        {RESULTS[result]}, {formatNumber(score ?? 0)} of 100
      </span>
      <span className={styles.muted}>{hasComment ? 'With a comment' : 'No comment'}</span>
      {at && (
        <span className={styles.muted}>
          Graded <DayText value={at} />
        </span>
      )}
    </span>
  )
}
