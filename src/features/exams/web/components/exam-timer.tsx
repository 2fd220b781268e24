import { IconClock } from '#ui/icons.tsx'
import { countdownText } from '../../rules/countdown.ts'
import styles from '../exam.module.css'

/** The remaining time; it is read out at important moments, and whenever somebody asks for it (EXM-032). */
export function ExamTimer({ left, announced }: { left: number; announced: string }) {
  return (
    <>
      <p className={styles.timer} data-soon={left <= 60_000}>
        <IconClock size={18} />
        <span role="timer">
          <span className={styles.unseen}>Time left: </span>
          {countdownText(left)}
        </span>
      </p>
      <p className={styles.unseen} aria-live="polite">
        {announced}
      </p>
    </>
  )
}
