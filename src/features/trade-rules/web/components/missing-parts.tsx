import { Alert } from '#ui/public/parts/alert.tsx'
import { timeText } from '../../rules/words.ts'
import type { SeatTimeShown } from '../queries.ts'

const isTimeMissing = ({ course }: SeatTimeShown): boolean => course !== null && course.counted < course.asked
const missingTasks = ({ tasks }: SeatTimeShown) => tasks.filter(({ signed_at }) => signed_at === null)

/** Whether something that rules ask of the course is missing. */
export const isHeldByRules = (standing: SeatTimeShown | null): boolean =>
  standing !== null && (isTimeMissing(standing) || missingTasks(standing).length > 0 || standing.proctors.length > 0)

/** Everything in a course is done, and rules ask for more: time, sign-offs, or proctors (TRD-012, TRD-015, TRD-034, TRD-044). */
export function MissingParts({ standing }: { standing: SeatTimeShown | null }) {
  if (!standing) return null
  const tasks = missingTasks(standing)
  return (
    <>
      {standing.course && isTimeMissing(standing) && <MissingTime course={standing.course} />}
      {tasks.length > 0 && (
        <Alert tone="info" title="Everything is done, but hands-on sign-offs are missing">
          An instructor still has to sign off {tasks.length === 1 ? 'one task' : `${tasks.length} tasks`} in a hands-on
          session: {tasks.map(({ task }) => task).join('; ')}. Ask your instructor when the next session is.
          {!isTimeMissing(standing) && ' The course completes after the last sign-off.'}
        </Alert>
      )}
      {standing.proctors.map(({ exam, title, source, opened_by: by }) => (
        <Alert key={exam} tone="info" title="Everything is done, but a proctor still has to confirm">
          {by ?? 'Your proctor'} still has to confirm that they were present until the end of {exam}. Required by{' '}
          {title} ({source}). Ask them to open the Proctoring page.
          {!isTimeMissing(standing) && tasks.length === 0 && ' The course completes after that.'}
        </Alert>
      ))}
    </>
  )
}

function MissingTime({ course: { title, source, asked, counted } }: { course: NonNullable<SeatTimeShown['course']> }) {
  return (
    <Alert tone="info" title="Everything is done, but more time is required">
      {title} ({source}) requires {timeText(asked)} in this course. You need {timeText(asked - counted)} more. Open any
      item again: time counts while it is open and in use. Then complete the course here.
    </Alert>
  )
}
