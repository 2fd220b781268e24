import { Fragment, type KeyboardEvent, useId, useRef } from 'react'
import { TextField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import { Sortable } from '#ui/app/sortable.tsx'
import { moved } from '#ui/app/sortable-order.ts'
import { IconAlertCircle, IconPlus, IconX } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { blankAnswer, type EditedAnswer, markCorrect } from '../../rules/edited-answers.ts'
import type { QuestionType } from '../../rules/question.ts'
import styles from '../question-pools.module.css'

const MOST_ANSWERS = 50

/** The answers of a question with marks for the correct ones; Enter moves to the next answer (QPL-005). */
export function AnswersField({ type }: { type: QuestionType }) {
  const id = useId()
  const { value: answers, onChange, error } = useField<EditedAnswer[]>('answers')
  const box = useRef<HTMLFieldSetElement>(null)
  const added = useRef(0)
  const isBoolean = type === 'boolean'
  const focusAnswer = (index: number) =>
    // The field of a new answer is on the page only after it was drawn.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-path="answers.${index}.text"]`)?.focus())
  const add = () => {
    if (answers.length >= MOST_ANSWERS) return
    added.current += 1
    onChange([...answers, blankAnswer(`added-${added.current}`)])
    focusAnswer(answers.length)
  }
  const remove = (index: number) => {
    onChange(answers.filter((_, at) => at !== index))
    focusAnswer(Math.min(index, answers.length - 2))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (index === answers.length - 1) add()
    else focusAnswer(index + 1)
  }
  const mark = (answer: EditedAnswer, index: number) => (
    <input
      id={`${id}-${answer.key}`}
      type={type === 'multiple' ? 'checkbox' : 'radio'}
      name={`${id}-correct`}
      className={styles.mark}
      checked={answer.is_correct}
      aria-label={isBoolean ? undefined : `Answer ${index + 1} is correct`}
      title="Correct"
      onChange={() => onChange(markCorrect(type, answers, answer.key))}
    />
  )
  return (
    <fieldset ref={box} className={styles.answersField} data-path="answers" aria-describedby={`${id}-how ${id}-error`}>
      <legend>
        Answers
        <span aria-hidden="true" className={styles.needed}>
          {' *'}
        </span>
      </legend>
      <p id={`${id}-how`} className={styles.hint}>
        {type === 'multiple' ? 'Tick every correct answer.' : 'Mark the correct answer.'}
      </p>
      {isBoolean ? (
        <div className={styles.pair}>
          {answers.map((answer, index) => (
            <div key={answer.key} data-correct={answer.is_correct || undefined}>
              {mark(answer, index)}
              <label htmlFor={`${id}-${answer.key}`}>{answer.text}</label>
            </div>
          ))}
        </div>
      ) : (
        <Sortable
          label="Answers"
          items={answers}
          itemKey={(answer) => answer.key}
          itemName={(_, index) => `answer ${index + 1}`}
          isFixed={answers.length < 2}
          className={styles.answerRows}
          onMove={(from, to) => onChange(moved(answers, from, to))}
        >
          {(answer, { handle, index }) => {
            const at = answers.indexOf(answer)
            return (
              <div className={styles.answerRow} data-correct={answer.is_correct || undefined}>
                {handle}
                {mark(answer, index)}
                <TextField
                  name={`answers.${at}.text`}
                  aria-label={`Answer ${index + 1}`}
                  placeholder={`Answer ${index + 1}`}
                  maxLength={2000}
                  className={styles.answerText}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
                {answers.length > 2 && (
                  <IconButton icon={IconX} size="sm" label={`Remove answer ${index + 1}`} onClick={() => remove(at)} />
                )}
              </div>
            )
          }}
        </Sortable>
      )}
      <div id={`${id}-error`} role="status" className={styles.error}>
        {error && (
          <Fragment>
            <IconAlertCircle size={16} />
            {error}
          </Fragment>
        )}
      </div>
      {!isBoolean && answers.length < MOST_ANSWERS && (
        <Button variant="outline" size="sm" icon={IconPlus} onClick={add}>
          Add an answer
        </Button>
      )}
    </fieldset>
  )
}
