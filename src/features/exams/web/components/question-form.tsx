import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { withResponsivePictures } from '#kernel/uploads/text-pictures.ts'
import { SaveMark } from '#ui/app/form/save-mark.tsx'
import { useTypedBefore } from '#ui/hooks/use-typed-before.ts'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { proseClass } from '#ui/public/parts/prose.tsx'
import { answerQuestion, type showLearnerExam } from '../../contract.ts'
import styles from '../exam.module.css'
import type { useExamClock } from '../exam-clock.ts'
import { useQuestionTime } from '../use-question-time.ts'
import { ExamTimer } from './exam-timer.tsx'

type Exam = Wire<typeof showLearnerExam>['data']
type Question = Exam['progress']['questions'][number]
type Props = {
  exam: Exam
  question: Question
  relatedId: number
  /** What is left of the time, what of it is read out, and how long ago the page had its lease. */
  clock: ReturnType<typeof useExamClock>
  onAnswered: () => Promise<void>
  /** There is no connection: the answer is kept on this device and sent later. */
  onKept: (questionId: number, answerIds: number[]) => void
}

/** One question at a time; the answer counts at once, is kept without a connection, and cannot be changed (EXM-011, EXM-019, EXM-020, LRN-050). */
export function QuestionForm({ exam, question, relatedId, clock, onAnswered, onKept }: Props) {
  const { call, state } = useJournal()
  const [isPending, setPending] = useState(false)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const form = useRef<HTMLFormElement>(null)
  useTypedBefore(form)
  const heading = useRef<HTMLLegendElement>(null)
  const { questions, lease } = exam.progress
  const time = useQuestionTime({ examId: exam.id, relatedId, questionId: question.id, lease })
  const isMultiple = question.type === 'multiple'
  const isLast = questions.filter((other) => other.answer_ids === null).length === 1

  // The next question is read from its beginning, also by those who do not see it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const toggle = (id: number) =>
    setChosen((now) => (!isMultiple ? [id] : now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || chosen.length === 0) return
    const ids = [...chosen]
    setPending(true)
    call(answerQuestion, {
      params: { examId: exam.id },
      body: {
        related_id: relatedId,
        question_id: question.id,
        answer_ids: ids,
        ...(lease && { lease, elapsed_ms: clock.elapsed() }),
        ...time.read(),
      },
    })
      .then((answer) => (answer ? onAnswered() : onKept(question.id, ids)))
      .catch((error: ApiError) => toast.error(error))
      .finally(() => setPending(false))
  }
  return (
    <form ref={form} onSubmit={submit}>
      <div className={styles.head}>
        <div className={styles.headline}>
          <h1>{exam.title}</h1>
          {clock.left !== null && <ExamTimer left={clock.left} announced={clock.announced} />}
        </div>
        <p role="status">
          Question {question.number} of {questions.length}
        </p>
        <div className={styles.dots} aria-hidden="true">
          {questions.map((other) => (
            <span
              key={other.id}
              data-state={other.id === question.id ? 'current' : other.answer_ids ? 'answered' : 'open'}
            />
          ))}
        </div>
      </div>
      <fieldset className={styles.question}>
        <legend
          ref={heading}
          tabIndex={-1}
          className={proseClass}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034)
          dangerouslySetInnerHTML={{ __html: withResponsivePictures(question.text) }}
        />
        <p>{isMultiple ? 'Choose every right answer.' : 'Choose one answer.'}</p>
        <div className={styles.answers}>
          {question.answers.map(({ id, text }) => (
            <label key={id} className={styles.answer}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name="answer"
                value={id}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" size="lg" isLoading={isPending} disabled={chosen.length === 0}>
          {isLast ? 'Answer and finish' : 'Answer'}
        </Button>
        {state === 'offline' && <SaveMark state={state} text="Offline: your answers are kept and sent later" />}
      </div>
    </form>
  )
}
