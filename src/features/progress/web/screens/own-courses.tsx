import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CourseRow } from '../components/course-row.tsx'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'
import { useOwnCoursesLive } from '../use-own-courses-live.ts'

/** The own courses: those to go on with first, then those that are over (LRN-039). */
export function OwnCoursesScreen() {
  useOwnCoursesLive()
  const queries = learnerQueries(useApi())
  const current = useSuspenseQuery(queries.courses('current')).data.data
  const past = useSuspenseQuery(queries.courses('past')).data.data
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1>My courses</h1>
        <LinkButton href="/on-this-device" variant="outline" size="sm">
          On this device
        </LinkButton>
      </div>
      {current.length === 0 && (
        <EmptyState
          title="No course in progress"
          text="Courses you buy or get from your company will be listed here."
          action={<LinkButton href="/course">Find a course</LinkButton>}
        />
      )}
      {current.length > 0 && (
        <section aria-labelledby="current">
          <h2 id="current">In progress</h2>
          <ul className={styles.cards}>
            {current.map((course) => (
              <CourseRow key={course.learner.id} course={course} />
            ))}
          </ul>
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past">Completed and past</h2>
          <ul className={styles.cards}>
            {past.map((course) => (
              <CourseRow key={course.learner.id} course={course} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
