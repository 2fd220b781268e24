import type { Wire } from '#kernel/endpoint.ts'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { showLearnerExam } from '../../contract.ts'
import styles from '../exam.module.css'

type Attempts = Wire<typeof showLearnerExam>['data']['progress']['attempts']
const WORDS = { passed: 'Passed', failed: 'Not passed' }

/** The learner's attempts with their results. */
export function AttemptTable({ attempts, hasScore }: { attempts: Attempts; hasScore: boolean }) {
  return (
    <table className={styles.attempts}>
      <caption>Your attempts</caption>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Finished</th>
          {hasScore && <th scope="col">Score</th>}
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.number}>
            <td>{attempt.number}</td>
            <td>{attempt.finished_at ? <TimeText value={attempt.finished_at} /> : 'In progress'}</td>
            {hasScore && <td>{attempt.score === null ? '–' : `${attempt.score}%`}</td>}
            <td>
              {attempt.result ? WORDS[attempt.result] : attempt.finished_at ? 'Finished' : '–'}
              {attempt.is_time_over && ', time was up'}
              {attempt.is_offline && ', without a connection'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
