import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Sortable } from '#ui/app/sortable.tsx'
import { moved } from '#ui/app/sortable-order.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconHelpCircle, IconPlus } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createQuestion, deleteQuestion, listQuestionPools, updateQuestion } from '../../contract.ts'
import { type Pool, poolQueries, type Question } from '../queries.ts'
import styles from '../question-pools.module.css'
import { QuestionCard } from './question-card.tsx'
import { QuestionForm } from './question-form.tsx'

/** The one question that is being written, if any. */
type Opened = number | 'new' | null

/** Changes the questions of a pool; the list follows at once, and a refused change is read again. */
const useQuestionChanges = (pool: Pool) => {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = poolQueries(api).one(pool.id)
  const read = async () => {
    await client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: [listQuestionPools.path] })
  }
  const show = (questions: Question[]) =>
    client.setQueryData(queryKey, { data: { ...pool, questions, questions_count: questions.length } } as never)
  const tell = (call: Promise<unknown>, text: string) => call.then(() => toast.success(text), toast.error).then(read)
  return {
    read,
    move: (from: number, to: number) => {
      const question = pool.questions[from]
      if (!question) return
      show(moved(pool.questions, from, to))
      const call = api.call(updateQuestion, { params: { id: question.id }, body: { sort_number: to + 1 } })
      void call.catch(toast.error).then(read)
    },
    copy: ({ text, type, explanation, answers }: Question, at: number) =>
      tell(
        api.call(createQuestion, {
          params: { id: pool.id },
          body: {
            text,
            type,
            explanation,
            answers: answers.map((answer) => ({ text: answer.text, is_correct: answer.is_correct })),
            sort_number: at + 2,
          },
        }),
        'The question is copied.',
      ),
    remove: async (question: Question) => {
      if (!(await confirm('delete'))) return
      await tell(api.call(deleteQuestion, { params: { id: question.id } }), 'The question is deleted.')
    },
  }
}

/** The questions of a pool, one of which can be open to be written; they are put in order by hand or by keys. */
export function Questions({ pool }: { pool: Pool }) {
  const { questions, abilities } = pool
  const changes = useQuestionChanges(pool)
  const [opened, setOpened] = useState<Opened>(null)
  const isEdited = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useRef<Opened>(null)

  // The focus goes back to where the question was opened from.
  useEffect(() => {
    if (opened !== null || focusNext.current === null) return
    place.current?.querySelector<HTMLElement>(`[data-opens="${focusNext.current}"]`)?.focus()
    focusNext.current = null
  }, [opened])

  const close = () => {
    isEdited.current = false
    focusNext.current = opened
    setOpened(null)
  }
  const open = async (next: Opened) => {
    if (isEdited.current && !(await confirm('unsaved_changes'))) return
    isEdited.current = false
    setOpened(next)
  }
  const onEdited = (is: boolean) => {
    isEdited.current = is
  }
  const onSaved = () => void changes.read().then(close)
  const add = (
    <Button icon={IconPlus} data-opens="new" onClick={() => void open('new')}>
      Add a question
    </Button>
  )
  const form = { poolId: pool.id, onEdited, onSaved, onClose: close }
  return (
    <div ref={place} className={styles.questions}>
      {questions.length === 0 && opened !== 'new' && (
        <div className={styles.nothing}>
          <EmptyState
            icon={IconHelpCircle}
            title="No questions yet"
            text="An exam needs at least one question before you can publish it. Learners see the answers, never which are correct."
            action={abilities.update && add}
          />
        </div>
      )}
      <Sortable
        label="Questions"
        items={questions}
        itemKey={(question) => question.id}
        itemName={(_, index) => `question ${index + 1}`}
        isFixed={!abilities.update || questions.length < 2 || opened !== null}
        onMove={changes.move}
      >
        {(question, { handle, index }) =>
          opened === question.id ? (
            <QuestionForm key={question.id} {...form} number={index + 1} question={question} />
          ) : (
            <QuestionCard
              question={question}
              number={index + 1}
              handle={handle}
              canEdit={abilities.update}
              onEdit={() => void open(question.id)}
              onCopy={() => void changes.copy(question, index)}
              onRemove={() => void changes.remove(question)}
            />
          )
        }
      </Sortable>
      {opened === 'new' && <QuestionForm key="new" {...form} number={questions.length + 1} question={null} />}
      {abilities.update && questions.length > 0 && opened !== 'new' && <div>{add}</div>}
    </div>
  )
}
