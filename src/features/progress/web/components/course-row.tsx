import type { Wire } from '#kernel/endpoint.ts'
import { ProgressCell } from '#ui/app/progress.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { CoverFrame, CoverPicture } from '#ui/public/products/cover.tsx'
import type { listLearnerCourses } from '../../contract.ts'
import { coursePath, itemPath } from '../../rules/paths.ts'
import { continueLabel } from '../../rules/status.ts'
import styles from '../learn.module.css'

type Course = Wire<typeof listLearnerCourses>['data'][number]

const placeOf = (course: Course) => ({ slug: course.slug, related_id: course.learner.id })

/** Where the button of a course leads: to the item at which the learner stopped, else to the outline. */
const continuePath = (course: Course): string =>
  course.continue_item ? itemPath(placeOf(course), course.continue_item) : `${coursePath(placeOf(course))}/outline`

/** One's own course in a list: the progress, the end of access, and the continue button (LRN-036, LRN-039). */
export function CourseRow({ course }: { course: Course }) {
  const { learner } = course
  return (
    <li className={styles.card}>
      <CoverFrame>
        <CoverPicture src={course.thumbnail} />
      </CoverFrame>
      <div className={styles.words}>
        <div>
          <h3>{course.title}</h3>
          <div className={styles.facts}>
            {course.author.name && <span>{course.author.name}</span>}
            {learner.due_at && (
              <span>
                Due <DayText value={learner.due_at} />
              </span>
            )}
            {learner.completed_at ? (
              <span>
                Completed <DayText value={learner.completed_at} />
              </span>
            ) : learner.access === 'expired' ? (
              <span>Access has ended</span>
            ) : (
              <span>
                Open until <DayText value={learner.expires_at} isEnd />
              </span>
            )}
          </div>
        </div>
        <ProgressCell value={course.progress} label={`Progress in ${course.title}`} />
      </div>
      <div className={styles.go}>
        {learner.is_readable && (
          <LinkButton href={continuePath(course)} variant={learner.completed_at ? 'outline' : 'primary'}>
            {continueLabel(course.status)}
          </LinkButton>
        )}
      </div>
    </li>
  )
}
