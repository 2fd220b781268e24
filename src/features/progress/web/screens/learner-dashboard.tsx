import { useSuspenseQuery } from '@tanstack/react-query'
import { isPastDay } from '#kernel/format/day.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { coursePath } from '../../rules/paths.ts'
import { CourseRow } from '../components/course-row.tsx'
import styles from '../dashboard.module.css'
import rows from '../learn.module.css'
import { learnerQueries } from '../queries.ts'
import { useOwnCoursesLive } from '../use-own-courses-live.ts'

/** The first screen of a learner: go on where you were, what is due, and the other courses in progress (LRN-036). */
export function LearnerDashboard() {
  useOwnCoursesLive()
  const { portal } = useSession()
  const zone = portal.setting.time_zone
  const now = useNow()
  const courses = useSuspenseQuery(learnerQueries(useApi()).courses('current')).data.data
  const [first, ...others] = courses.filter(({ learner }) => learner.is_readable)
  const due = courses
    .flatMap((course) => (course.learner.due_at ? [{ course, at: course.learner.due_at }] : []))
    .sort((one, other) => one.at.localeCompare(other.at))
  if (!first)
    return (
      <EmptyState
        title="No course in progress"
        text="Courses you buy or get from your company will be listed here."
        action={portal.flags.is_marketable && <LinkButton href="/course">Find a course</LinkButton>}
      />
    )
  return (
    <div className={styles.page}>
      <section aria-labelledby="continue">
        <h2 id="continue">Pick up where you left off</h2>
        <ul className={rows.cards}>
          <CourseRow course={first} />
        </ul>
      </section>
      {due.length > 0 && (
        <section aria-labelledby="due">
          <h2 id="due">Due</h2>
          <ul className={styles.due}>
            {due.map(({ course, at }) => (
              <li key={course.learner.id}>
                <Anchor href={coursePath({ slug: course.slug, related_id: course.learner.id })}>{course.title}</Anchor>
                <span className={isPastDay(at, now, zone) ? styles.late : undefined}>
                  <DayText value={at} />
                  {isPastDay(at, now, zone) && ' (overdue)'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">Courses in progress</h2>
          <ul className={rows.cards}>
            {others.slice(0, 4).map((course) => (
              <CourseRow key={course.learner.id} course={course} />
            ))}
          </ul>
        </section>
      )}
      <div>
        <LinkButton href="/courses" variant="outline">
          All my courses
        </LinkButton>
      </div>
      <p>
        <a href="/lite/switch?to=lite&at=%2Fdashboard">Lite version for slow connections</a>
      </p>
    </div>
  )
}
