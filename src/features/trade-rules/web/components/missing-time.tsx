import { Alert } from '#ui/public/parts/alert.tsx'
import { timeText } from '../../rules/words.ts'
import type { SeatTimeShown } from '../queries.ts'

/** Whether a rule asks for more time in the course than counts so far. */
export const isTimeMissing = (standing: SeatTimeShown | null): boolean =>
  standing?.course != null && standing.course.counted < standing.course.asked

/** Everything in a course is done, and a rule asks for more time (TRD-012, TRD-015). */
export function MissingTime({ standing }: { standing: SeatTimeShown | null }) {
  if (!standing?.course) return null
  const { title, source, asked, counted } = standing.course
  return (
    <Alert tone="info" title="Everything is done, but more time is required">
      {title} ({source}) requires {timeText(asked)} in this course. You need {timeText(asked - counted)} more. Open any
      item again: time counts while it is open and in use. Then complete the course here.
    </Alert>
  )
}
