import type { ReactNode } from 'react'
import { ActionsMenu } from '#ui/app/list/list-table.tsx'
import { IconChartBar, IconCircle, IconCircleCheck, IconCopy, IconPencil, IconTrash } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import type { Question } from '../queries.ts'
import styles from '../question-pools.module.css'
import { TYPE_NAMES } from '../question-types.ts'

type QuestionCardProps = {
  question: Question
  number: number
  handle: ReactNode
  canEdit: boolean
  onEdit: () => void
  onCopy: () => void
  onRemove: () => void
}

/** A question as it is, with its correct answers marked. */
export function QuestionCard({ question, number, handle, canEdit, onEdit, onCopy, onRemove }: QuestionCardProps) {
  const { id, question_pool_id: poolId, text, type, answers, explanation } = question
  return (
    <article className={styles.card} aria-label={`Question ${number}`}>
      <div className={styles.cardHead}>
        {handle}
        <span className={styles.number}>{number}</span>
        <Badge>{TYPE_NAMES[type]}</Badge>
        <div className={styles.cardTools}>
          {canEdit && (
            <Button
              variant="ghost"
              size="sm"
              icon={IconPencil}
              data-opens={id}
              aria-label={`Edit question ${number}`}
              onClick={onEdit}
            >
              Edit
            </Button>
          )}
          <ActionsMenu
            label={`Actions for question ${number}`}
            actions={[
              { label: 'Statistics', icon: IconChartBar, href: `/question-pools/${poolId}/questions/${id}` },
              ...(canEdit
                ? [
                    { label: 'Duplicate', icon: IconCopy, run: onCopy },
                    { label: 'Delete', icon: IconTrash, isDanger: true, run: onRemove },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
      <Prose html={text} className={styles.text} />
      <ul className={styles.answers} aria-label="Answers">
        {answers.map((answer) => (
          <li key={answer.id} data-correct={answer.is_correct || undefined}>
            {answer.is_correct ? <IconCircleCheck size={18} /> : <IconCircle size={18} />}
            <span>
              {answer.text}
              {answer.is_correct && <span className="only-read"> (correct)</span>}
            </span>
          </li>
        ))}
      </ul>
      {explanation && (
        <div className={styles.explanation}>
          <span>Explanation</span>
          <Prose html={explanation} className={styles.text} />
        </div>
      )}
    </article>
  )
}
