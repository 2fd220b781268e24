import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { cx } from '#ui/cx.ts'
import { DayText } from '#ui/public/parts/day.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { statusSentence } from '../../rules/status.ts'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'

/** What the course is, who teaches it, and the dates that concern this learner. */
export function OverviewScreen({ slug, relatedId }: { slug: string; relatedId: number }) {
  const { data: course } = useSuspenseQuery(learnerQueries(useApi()).course(slug, relatedId)).data
  const { learner } = course
  return (
    <div className={styles.content}>
      <h1>{course.title}</h1>
      <dl className={cx(styles.facts, styles.apart)}>
        <div>
          <dt>Status</dt>
          <dd>
            {statusSentence(course.status)}, {course.progress}%
          </dd>
        </div>
        {learner.due_at && (
          <div>
            <dt>Due</dt>
            <dd>
              <DayText value={learner.due_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>Open until</dt>
          <dd>
            <DayText value={learner.expires_at} isEnd />
          </dd>
        </div>
        <div>
          <dt>Instructors</dt>
          <dd>{course.instructors.map((person) => person.display_name).join(', ')}</dd>
        </div>
      </dl>
      {course.description && <Prose className={styles.text} html={course.description} />}
    </div>
  )
}
