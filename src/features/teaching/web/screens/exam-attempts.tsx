import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { resetExam, showExamProgress } from '#features/exams/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useCall, useSession } from '#ui/api.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { can } from '#ui/guard.ts'
import { Button } from '#ui/public/button.tsx'
import { confirm } from '#ui/public/confirm.tsx'
import { TimeText } from '#ui/public/time.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { StatusWord } from '../components/cells.tsx'
import { learnerPath, progressPath } from '../paths.ts'
import { teachingQueries } from '../queries.ts'
import styles from '../teaching.module.css'

type Attempt = Wire<typeof showExamProgress>['data']['attempts'][number]
type Props = { slug: string; relatedId: number; examId: number }

/** A learner's attempts at an exam with answers, score and result, and the reset (EXM-021, EXM-024). */
export function ExamAttemptsScreen({ slug, relatedId, examId }: Props) {
  const api = useApi()
  const session = useSession()
  const queryClient = useQueryClient()
  const args = { params: { examId }, query: { related_id: relatedId } }
  const { data } = useSuspenseQuery(api.query(showExamProgress, args)).data
  const { data: learner } = useSuspenseQuery(teachingQueries(api).learner(slug, relatedId)).data
  const reset = useCall(resetExam, {
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      toast.success('The exam can be taken anew.')
    },
    onError: (error) => void toast.error(error),
  })
  const askReset = async () => {
    if (await confirm('reset_exam')) reset.mutate({ params: { examId }, body: { related_id: relatedId } })
  }
  const left =
    data.remaining_attempts === null ? 'any number of attempts left' : `${data.remaining_attempts} attempts left`
  return (
    <>
      <PageHeader
        title={data.exam.title}
        text={`${data.learner.display_name}: ${left}${data.best_score === null ? '' : `, best result ${data.best_score}%`}. ${data.exam.passing_score}% are needed to pass.`}
        badge={<StatusWord status={data.status} />}
        crumbs={[
          { label: 'Courses', href: '/courses/admin' },
          { label: learner.course.title, href: progressPath(slug) },
          { label: data.learner.display_name, href: learnerPath(slug, learner.user.id, relatedId) },
          { label: data.exam.title },
        ]}
        actions={
          data.can_reset &&
          can(session, 'grading.update') && (
            <Button variant="danger-outline" isLoading={reset.isPending} onClick={() => void askReset()}>
              Reset the exam
            </Button>
          )
        }
      />
      <div className={styles.parts}>
        {data.attempts.length === 0 && <p>{data.learner.display_name} has not taken it yet.</p>}
        {data.attempts.map((attempt, index) => (
          <AttemptDetails key={attempt.id} attempt={attempt} isOpen={index === 0} />
        ))}
      </div>
    </>
  )
}

function AttemptDetails({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  return (
    <details className={styles.attempt} open={isOpen}>
      <summary>
        <strong>Attempt {attempt.number}</strong>
        <StatusWord status={attempt.status} />
        {attempt.score !== null && <span>{attempt.score}%</span>}
        <span>
          {attempt.correct_count} of {attempt.questions_count} right
        </span>
        <TimeText value={attempt.finished_at ?? attempt.started_at} />
        {attempt.reset_at && (
          <span className={styles.wrong}>
            Reset{attempt.reset_by && ` by ${attempt.reset_by.display_name}`} on <TimeText value={attempt.reset_at} />
          </span>
        )}
      </summary>
      <ol>
        {attempt.questions.map((question) => (
          <li key={question.id}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034) */}
            <div dangerouslySetInnerHTML={{ __html: question.text }} />
            <ul>
              {question.answers.map(({ id, text, is_correct: isCorrect }) => {
                const isGiven = question.answer_ids?.includes(id) ?? false
                return (
                  <li key={id} className={isGiven ? (isCorrect ? styles.right : styles.wrong) : undefined}>
                    {text}
                    {isGiven && <strong> (given)</strong>}
                    {isCorrect && <em> (right)</em>}
                  </li>
                )
              })}
            </ul>
            {question.answer_ids === null && <em>No answer</em>}
          </li>
        ))}
      </ol>
    </details>
  )
}
