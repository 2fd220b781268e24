import type { Wire } from '#kernel/endpoint.ts'
import { Prose } from '#ui/public/prose.tsx'
import type { showLearnerExam } from '../../contract.ts'
import styles from '../exam.module.css'

type Questions = Wire<typeof showLearnerExam>['data']['progress']['questions']

/** The answers of a finished knowledge check, with what is right and why (EXM-030). */
export function Review({ questions }: { questions: Questions }) {
  return (
    <ol className={styles.review} aria-label="Your answers">
      {questions.map((question) => (
        <li key={question.id}>
          <Prose html={question.text} />
          <ul>
            {question.answers.map(({ id, text }) => (
              <li key={id}>
                {text}
                {question.answer_ids?.includes(id) && <strong> (your answer)</strong>}
                {question.correct_answer_ids?.includes(id) && <em> (right)</em>}
              </li>
            ))}
          </ul>
          {question.explanation && <Prose html={question.explanation} />}
        </li>
      ))}
    </ol>
  )
}
