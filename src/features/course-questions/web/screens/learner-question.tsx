import { useSuspenseQuery } from '@tanstack/react-query'
import { coursePath } from '#features/progress/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconArrowLeft } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { QuestionBadge, StatusButton } from '../components/status-actions.tsx'
import { Thread } from '../components/thread.tsx'
import { questionQueries } from '../queries.ts'
import styles from '../questions.module.css'

type LearnerQuestionScreenProps = { slug: string; relatedId: number; questionId: number }

/** One question of the learner with its answers. */
export function LearnerQuestionScreen({ slug, relatedId, questionId }: LearnerQuestionScreenProps) {
  const { data: question } = useSuspenseQuery(questionQueries(useApi()).one(slug, questionId)).data
  return (
    <div className={styles.page}>
      <p>
        <LinkButton
          href={`${coursePath({ slug, related_id: relatedId })}/questions`}
          variant="ghost"
          size="sm"
          icon={IconArrowLeft}
        >
          All questions
        </LinkButton>
      </p>
      <div className={styles.top}>
        <div className={styles.title}>
          <h1>Question</h1>
          <QuestionBadge status={question.status} />
          {question.category && <span className={styles.facts}>{question.category.title}</span>}
        </div>
        {question.abilities.close && <StatusButton slug={slug} question={question} />}
      </div>
      <Thread slug={slug} questionId={questionId} />
    </div>
  )
}
