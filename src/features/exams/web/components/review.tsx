import type { Wire } from '#kernel/endpoint.ts'
import { IconCheck, IconX } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import type { showLearnerExam } from '../../contract.ts'
import styles from '../exam.module.css'

type Questions = Wire<typeof showLearnerExam>['data']['progress']['questions']

/** The answers of a finished knowledge check, with what is right and why (EXM-030). */
export function Review({ questions }: { questions: Questions }) {
  return (
    <section className={styles.reviewed} aria-labelledby="answers">
      <h2 id="answers">Your answers</h2>
      <ol className={styles.review}>
        {questions.map((question) => (
          <li key={question.id}>
            <div className={styles.asked}>
              <Prose html={question.text} />
              {question.is_correct !== null && (
                <Badge tone={question.is_correct ? 'success' : 'danger'} icon={question.is_correct ? IconCheck : IconX}>
                  {question.is_correct ? 'Right' : 'Not right'}
                </Badge>
              )}
            </div>
            <ul>
              {question.answers.map(({ id, text }) => {
                const isRight = question.correct_answer_ids?.includes(id)
                const isChosen = question.answer_ids?.includes(id)
                return (
                  <li key={id} data-state={isRight ? 'right' : isChosen ? 'wrong' : undefined}>
                    {isRight ? <IconCheck size={18} /> : isChosen ? <IconX size={18} /> : <span />}
                    <span>
                      {text}
                      {isChosen && <strong> (your answer)</strong>}
                      {isRight && <em> (right)</em>}
                    </span>
                  </li>
                )
              })}
            </ul>
            {question.explanation && <Prose className={styles.why} html={question.explanation} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
