import { useEffect, useId, useMemo, useRef } from 'react'
import { coursePictures } from '#features/text-pictures/web/public.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { RecordFields, useSaveKey } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SaveMark } from '#ui/app/form/save-mark.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useUnsavedGuard } from '#ui/app/form/use-unsaved-guard.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createQuestion, updateQuestion } from '../../contract.ts'
import { answersFor, blankAnswer, type EditedAnswer } from '../../rules/edited-answers.ts'
import type { QuestionType } from '../../rules/question.ts'
import type { Question } from '../queries.ts'
import styles from '../question-pools.module.css'
import { SHORT_TYPE_NAMES, TYPE_HINTS } from '../question-types.ts'
import { AnswersField } from './answers-field.tsx'

type Values = { type: QuestionType; text: string; answers: EditedAnswer[]; explanation: string }

const BLANK: Values = {
  type: 'single',
  text: '',
  answers: [blankAnswer('1'), blankAnswer('2')],
  explanation: '',
}

const valuesOf = ({ type, text, answers, explanation }: Question): Values => ({
  type,
  text,
  answers: answers.map(({ id, text: words, is_correct }) => ({ key: `answer-${id}`, id, text: words, is_correct })),
  explanation: explanation ?? '',
})

const bodyOf = ({ type, text, answers, explanation }: Values) => ({
  type,
  text,
  explanation: explanation || null,
  answers: answers.map(({ id, text: words, is_correct }) => ({ ...(id && { id }), text: words, is_correct })),
})

const OPTIONS = Object.entries(SHORT_TYPE_NAMES).map(([value, label]) => ({ value, label }))

type QuestionFormProps = {
  poolId: number
  number: number
  /** Null while a new one is written. */
  question: Question | null
  /** Whether there is something that would be lost. */
  onEdited: (isEdited: boolean) => void
  onSaved: () => void
  onClose: () => void
}

/** Writes a question of any type with its answers (QPL-002 to QPL-005); Ctrl+S saves, edits are not lost (UIX-026). */
export function QuestionForm({ poolId, number, question, onEdited, onSaved, onClose }: QuestionFormProps) {
  const api = useApi()
  const heading = useId()
  const release = useRef(() => {})
  const start = useMemo(() => question && { ...valuesOf(question), ...versioned(question) }, [question])
  const record = useRecordForm<Values>({
    defaults: BLANK,
    record: start,
    save: (_, values, options) =>
      question
        ? api.call(updateQuestion, { params: { id: question.id }, body: bodyOf(values) }, options)
        : api.call(createQuestion, { params: { id: poolId }, body: bodyOf(values) }),
    onSaved: () => {
      release.current()
      onSaved()
    },
  })
  const { isDirty, isSaving, canSave, isNew, values, form, root } = record
  const { letGo } = useUnsavedGuard(isDirty)
  useSaveKey(record, true)
  useEffect(() => {
    release.current = letGo
  }, [letGo])
  useEffect(() => onEdited(isDirty), [isDirty, onEdited])
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[data-path="text"]')?.focus()
  }, [root])

  const leave = async () => {
    if (!isDirty || (await confirm('unsaved_changes'))) onClose()
  }
  return (
    <section className={styles.writing} aria-labelledby={heading}>
      <h2 id={heading}>{isNew ? `New question ${number}` : `Question ${number}`}</h2>
      <RecordFields record={record} className={styles.fields}>
        <ChoiceField
          name="type"
          label="Type"
          description={TYPE_HINTS[values.type]}
          options={OPTIONS}
          onChoose={(type) => form.setFieldValue('answers', answersFor(type as QuestionType, form.getValues().answers))}
        />
        <RichTextField name="text" label="Question" isRequired pictures={coursePictures} />
        <AnswersField type={values.type} />
        <RichTextField
          name="explanation"
          label="Explanation"
          description="Why the answer is correct. Learners see it when they review the finished exam."
          minRows={2}
          pictures={coursePictures}
        />
        <div className={styles.bar}>
          <SaveMark
            state={!canSave ? 'offline' : isSaving ? 'saving' : isDirty ? 'unsaved' : isNew ? 'ready' : 'saved'}
          />
          <Button variant="outline" onClick={() => void leave()} disabled={isSaving}>
            {isDirty || isNew ? 'Cancel' : 'Close'}
          </Button>
          <Button type="submit" isLoading={isSaving} disabled={!canSave || !(isDirty || isNew)} title="Ctrl+S">
            {isNew ? 'Add question' : 'Save question'}
          </Button>
        </div>
      </RecordFields>
    </section>
  )
}
