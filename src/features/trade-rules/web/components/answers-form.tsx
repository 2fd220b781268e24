import { type FormEvent, useState } from 'react'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input, Select } from '#ui/public/parts/field.tsx'
import { setIdentityAnswers } from '../../contract-identity.ts'
import {
  CHOSEN_QUESTIONS,
  IDENTITY_QUESTION_KEYS,
  IDENTITY_QUESTIONS,
  type IdentityQuestion,
} from '../../rules/identity.ts'
import type { IdentityShown } from '../queries.ts'
import styles from './identity.module.css'

type Answer = { question: IdentityQuestion; reply: string }

const START: Answer[] = IDENTITY_QUESTION_KEYS.slice(0, CHOSEN_QUESTIONS).map((question) => ({ question, reply: '' }))

/** Before the first item of a course with identity questions: the learner chooses and answers five (TRD-051, TRD-057). */
export function AnswersForm({ identity, onSaved }: { identity: IdentityShown; onSaved: () => Promise<void> }) {
  const { portal } = useSession()
  const keyOf = useIdempotencyKey()
  const [answers, setAnswers] = useState(START)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const save = useCall(setIdentityAnswers, {
    onSuccess: async () => {
      toast.success('Your answers are saved.')
      await onSaved()
    },
    onError: async (error) => {
      setErrors(error.errors)
      if (Object.keys(error.errors).length > 0) return
      toast.error(error)
      // Another page may have set them up.
      if (error.status === 409) await onSaved()
    },
  })
  const change = (index: number, values: Partial<Answer>) =>
    setAnswers((all) => all.map((one, at) => (at === index ? { ...one, ...values } : one)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    save.mutate({ body: { answers }, options: { idempotency_key: keyOf({ answers }) } })
  }
  const { title, source, answer_seconds: seconds, most_mistakes: most } = identity
  return (
    <form onSubmit={submit} className={styles.setup} noValidate>
      <h1>Set up your identity questions</h1>
      <p>
        {title} ({source}) requires us to check at random moments that you are the one who is learning. Choose and
        answer {CHOSEN_QUESTIONS} questions now. During the course we ask some of them again, and you have {seconds}{' '}
        seconds for each answer.{' '}
        {most === 1 ? 'One wrong or missed answer locks' : `${most} wrong or missed answers lock`} the course until an
        administrator of {portal.name} unlocks it.
      </p>
      <p>
        Nobody can read your answers, not even administrators: we keep them in a form that can only be compared. They
        count for all your courses at {portal.name}, and you cannot change them later; administrators can reset them.
        Capitals, accents, punctuation and spaces make no difference.
      </p>
      {answers.map(({ question, reply }, index) => (
        <fieldset key={START[index]?.question} className={styles.question}>
          <legend>Question {index + 1}</legend>
          <Field
            label="Question"
            hint={<span className={styles.whole}>{IDENTITY_QUESTIONS[question]}</span>}
            error={errors[`answers.${index}.question`]?.[0]}
          >
            <Select
              value={question}
              options={IDENTITY_QUESTION_KEYS.map((value) => ({
                value,
                label: IDENTITY_QUESTIONS[value],
                isDisabled: value !== question && answers.some((one) => one.question === value),
              }))}
              onChange={(event) => change(index, { question: event.currentTarget.value as IdentityQuestion })}
            />
          </Field>
          <Field label="Your answer" error={errors[`answers.${index}.reply`]?.[0]}>
            <Input
              value={reply}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => change(index, { reply: event.currentTarget.value })}
            />
          </Field>
        </fieldset>
      ))}
      <div>
        <Button type="submit" size="lg" isLoading={save.isPending}>
          Save answers
        </Button>
      </div>
    </form>
  )
}
