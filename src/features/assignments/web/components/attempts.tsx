import type { Wire } from '#kernel/endpoint.ts'
import { displayName } from '#kernel/text.ts'
import { FileList } from '#ui/documents/file-list.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { showAssignmentResponse } from '../../contract.ts'
import styles from '../assignments.module.css'

type Attempt = Wire<typeof showAssignmentResponse>['data']['attempts'][number]
const WORDS = { passed: 'Passed', failed: 'Not passed' } as const

/** All attempts with their responses and gradings, the newest first (ASG-002, ASG-003). */
export function Attempts({ attempts, title }: { attempts: readonly Attempt[]; title: string }) {
  if (attempts.length === 0) return null
  return (
    <section className={styles.attempts} aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.id} className={styles.attempt}>
            <div className={styles.attemptHead}>
              <h3>Attempt {attempt.number}</h3>
              <Badge
                tone={attempt.result === 'passed' ? 'success' : attempt.result === 'failed' ? 'danger' : 'warning'}
              >
                {attempt.result ? WORDS[attempt.result] : 'Waiting for grading'}
              </Badge>
              <small>
                Handed in <TimeText value={attempt.learner_response.created_at} />
              </small>
            </div>
            {attempt.learner_response.text && <p className={styles.words}>{attempt.learner_response.text}</p>}
            <FileList files={attempt.learner_response.files} />
            {attempt.instructor_response && <Grading response={attempt.instructor_response} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Grading({ response }: { response: NonNullable<Attempt['instructor_response']> }) {
  const { score, comment, created_at, user } = response
  return (
    <div className={styles.grading}>
      <strong>{score} of 100</strong>
      {comment && <p className={styles.words}>{comment}</p>}
      <small>
        {displayName({ ...user, username: null, email: 'Instructor' })}, <TimeText value={created_at} />
      </small>
    </div>
  )
}
