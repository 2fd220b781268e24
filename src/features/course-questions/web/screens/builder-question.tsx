import { useSuspenseQuery } from '@tanstack/react-query'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { QuestionBadge, StatusButton } from '../components/status-actions.tsx'
import { Thread } from '../components/thread.tsx'
import { questionQueries } from '../queries.ts'
import styles from '../questions.module.css'

/** One question of a learner, to answer and to close. */
export function BuilderQuestionScreen({ slug, questionId }: { slug: string; questionId: number }) {
  const { data: question } = useSuspenseQuery(questionQueries(useApi()).one(slug, questionId)).data
  const list = `/courses/builder/${slug}/questions`
  return (
    <div className={styles.narrow}>
      <PageHeader
        title={`Question of ${question.author.display_name}`}
        text={question.category?.title}
        badge={<QuestionBadge status={question.status} />}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: question.course_title },
          { label: 'Questions', href: list },
          { label: question.author.display_name },
        ]}
        actions={question.abilities.close && <StatusButton slug={slug} question={question} />}
      />
      <Thread slug={slug} questionId={questionId} />
    </div>
  )
}
