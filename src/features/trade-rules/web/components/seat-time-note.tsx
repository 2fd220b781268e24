import { formatDay } from '#kernel/format/day.ts'
import { Progress } from '#ui/app/progress.tsx'
import { cx } from '#ui/cx.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { PAUSE_WORDS, type Pause } from '../../rules/attention.ts'
import { clockText, timeText } from '../../rules/words.ts'
import type { SeatTimeShown } from '../queries.ts'
import styles from './seat-time.module.css'

type Standard = NonNullable<SeatTimeShown['item']>
/** Texts, documents, audio and videos; exams, knowledge checks and assignments; packages. */
type Kind = 'item' | 'test' | 'package'
type NoteProps = { standing: SeatTimeShown | null; pause: Pause | null; of?: Kind }

/** What somebody can still do once the limit of the day is reached, and what goes on when time counts again (TRD-013, TRD-063). */
const REACHED: Record<Kind, (next: string) => string> = {
  item: (next) =>
    `Your work is saved. Time counts again on ${next}, and you can finish items then. Until then you can keep reading.`,
  test: (next) =>
    `Your work is saved, and you can still hand in what you began. Its time no longer counts today. Time counts again on ${next}, and you can start another exam then.`,
  package: (next) =>
    `Your work is saved, and what is open goes on. Its time no longer counts today. Time counts again on ${next}, and you can start another module then.`,
}

/** What rules ask of an item and its course, and what counts so far (TRD-015). */
export function SeatTimeNote({ standing, pause, of = 'item' }: NoteProps) {
  if (!standing) return null
  const { item, course, day, continues_on: next } = standing
  if (!item && !course && !day) return null
  return (
    <section className={cx(styles.seat, of === 'package' && styles.above)} aria-label="Time that counts">
      {next && (
        <Alert tone="warning" title="You reached the limit of the day" isLive>
          {REACHED[of](formatDay(next))}
        </Alert>
      )}
      <ul>
        {item && <LeastTime label="This item" standard={item} />}
        {course && <LeastTime label="This course" standard={course} />}
        {day && !next && (
          <li>
            <span className={styles.time}>
              Today: {clockText(day.counted)} of at most {timeText(day.asked)}
            </span>
            <Bar label="Time used today" standard={day} />
            <Source standard={day} />
          </li>
        )}
      </ul>
      <p className={styles.pause} role="status">
        {pause && !next ? PAUSE_WORDS[pause] : ''}
      </p>
    </section>
  )
}

function LeastTime({ label, standard }: { label: string; standard: Standard }) {
  const { asked, counted, counts_tests: countsTests } = standard
  return (
    <li>
      <span className={styles.time}>
        {label}
        {!countsTests && ', without exams, assignments, and SCORM modules'}:{' '}
        {counted >= asked ? `${timeText(asked)} reached` : `${clockText(counted)} of at least ${timeText(asked)}`}
      </span>
      <Bar label={`${label}, time that counts`} standard={standard} />
      <Source standard={standard} />
    </li>
  )
}

const Bar = ({ label, standard: { asked, counted } }: { label: string; standard: Standard }) => (
  <Progress label={label} value={Math.floor((counted / asked) * 100)} />
)

function Source({ standard: { title, source } }: { standard: Standard }) {
  return (
    <small>
      {title} ({source})
    </small>
  )
}
