import styles from './parts.module.css'

type ProgressProps = {
  /** Whole percent from 0 to 100. */
  value: number
  /** What is progressing, for screen readers and, with `isLabeled`, above the bar. */
  label: string
  isLabeled?: boolean
}

const clamp = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

/** How far something is, as a bar with its figure. */
export function Progress({ value, label, isLabeled }: ProgressProps) {
  const percent = clamp(value)
  return (
    <div className={styles.progress}>
      {isLabeled && (
        <div className={styles.progressWords} aria-hidden="true">
          <span>{label}</span>
          <span>{percent}%</span>
        </div>
      )}
      <progress
        className={styles.track}
        max={100}
        value={percent}
        aria-label={label}
        data-done={percent === 100 || undefined}
      />
    </div>
  )
}

/** The same with its figure next to it, for a cell of a list. */
export function ProgressCell({ value, label }: ProgressProps) {
  return (
    <span className={styles.cell}>
      <Progress value={value} label={label} />
      <span aria-hidden="true">{value}%</span>
    </span>
  )
}

const RADIUS = 18
const AROUND = 2 * Math.PI * RADIUS

/** The same as a ring with the figure inside, for small places. */
export function ProgressRing({ value, label, size = 44 }: ProgressProps & { size?: number }) {
  const percent = clamp(value)
  return (
    <span
      className={styles.ring}
      role="img"
      aria-label={`${label}: ${percent}%`}
      data-done={percent === 100 || undefined}
    >
      <svg width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r={RADIUS} />
        {percent > 0 && <circle cx="22" cy="22" r={RADIUS} strokeDasharray={`${(percent / 100) * AROUND} ${AROUND}`} />}
      </svg>
      <span aria-hidden="true">{percent}</span>
    </span>
  )
}
