import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#ui/api.tsx'
import { DateText } from '#ui/public/time.tsx'
import { STATUS_NAMES } from '../../rules/status.ts'
import styles from '../learn.module.css'
import { learnerQueries } from '../queries.ts'

/** What the course is, who teaches it, and the dates that concern this learner. */
export function OverviewScreen({ slug, relatedId }: { slug: string; relatedId: number }) {
  const { data: course } = useSuspenseQuery(learnerQueries(useApi()).course(slug, relatedId)).data
  const { learner } = course
  return (
    <div className={styles.content}>
      <h1>{course.title}</h1>
      <dl className={styles.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            {STATUS_NAMES[course.status]}, {course.progress}%
          </dd>
        </div>
        {learner.due_at && (
          <div>
            <dt>Due</dt>
            <dd>
              <DateText value={learner.due_at} />
            </dd>
          </div>
        )}
        <div>
          <dt>Open until</dt>
          <dd>
            <DateText value={learner.expires_at} />
          </dd>
        </div>
        <div>
          <dt>Instructors</dt>
          <dd>{course.instructors.map((person) => person.display_name).join(', ')}</dd>
        </div>
      </dl>
      {course.description && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034)
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: course.description }} />
      )}
    </div>
  )
}
