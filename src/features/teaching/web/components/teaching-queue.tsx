import { useSuspenseQuery } from '@tanstack/react-query'
import { QUESTION_STATUS } from '#kernel/product/statuses.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What waits for anyone who teaches: the responses to grade and the open questions of each course (ASG-026). */
export function TeachingQueue() {
  const { data: courses } = useSuspenseQuery(teachingQueries(useApi()).queue()).data
  return (
    <section className={styles.part} aria-labelledby="teaching-queue">
      <h2 id="teaching-queue">Waiting for you</h2>
      {courses.length === 0 ? (
        <p className={styles.nothing}>All done. Everything is graded and answered.</p>
      ) : (
        <Rows>
          {courses.map((course) => (
            <Row
              key={course.id}
              title={<strong>{course.title}</strong>}
              note={
                course.oldest_response_at && (
                  <>
                    The oldest response is from <TimeText value={course.oldest_response_at} />
                  </>
                )
              }
            >
              {course.responses_waiting > 0 && (
                <Anchor href={`/courses/builder/${course.slug}/assignments?state=waiting`}>
                  {counted(course.responses_waiting, 'response to grade', 'responses to grade')}
                </Anchor>
              )}
              {course.questions_open > 0 && (
                <Anchor href={`/courses/builder/${course.slug}/questions?status=${QUESTION_STATUS.opened}`}>
                  {counted(course.questions_open, 'open question', 'open questions')}
                </Anchor>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
