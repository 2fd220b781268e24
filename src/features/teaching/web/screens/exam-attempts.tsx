import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { giveExtraTime, resetExam, showExamProgress } from '#features/exams/contract.ts'
import { countdownText, MOST_MINUTES, minutesText } from '#features/exams/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { NumberField } from '#ui/app/form/fields.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
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
  const query = api.query(showExamProgress, args)
  const { data } = useSuspenseQuery(query).data
  const show = (answer: Wire<typeof showExamProgress>) => queryClient.setQueryData(query.queryKey, answer)
  const { data: learner } = useSuspenseQuery(teachingQueries(api).learner(slug, relatedId)).data
  const reset = useCall(resetExam, {
    onSuccess: async () => {
      await queryClient.invalidateQueries()
      toast.success('The exam can be taken again.')
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
        {!data.is_in_course && (
          <Alert title="No longer in this learner’s course">
            {data.learner.display_name} was moved to a version of the course without it. The attempts are kept.
          </Alert>
        )}
        {data.is_in_course && data.exam.time_limit_minutes !== null && can(session, 'grading.update') && (
          <ExtraTime exam={data} limit={data.exam.time_limit_minutes} onSaved={show} />
        )}
        {data.attempts.length === 0 && <p>{data.learner.display_name} has not taken it yet.</p>}
        {data.attempts.map((attempt, index) => (
          <AttemptDetails key={attempt.id} attempt={attempt} isOpen={index === 0} />
        ))}
      </div>
    </>
  )
}

type Exam = Wire<typeof showExamProgress>['data']
type ExtraTimeForm = { minutes: number | '' }

/** Extra time for this learner only (EXM-035). */
function ExtraTime({ exam, limit, onSaved }: { exam: Exam; limit: number; onSaved: (answer: never) => void }) {
  const api = useApi()
  return (
    <DetailForm<ExtraTimeForm>
      defaults={{ minutes: 0 }}
      record={{ minutes: exam.extra_minutes }}
      saveLabel="Save the time"
      savedText="The time is saved."
      save={(_, { minutes }) =>
        api.call(giveExtraTime, {
          params: { examId: exam.exam.id },
          body: { related_id: exam.related_id, minutes: minutes === '' ? 0 : minutes },
        })
      }
      onSaved={(answer) => onSaved(answer as never)}
    >
      {({ values }) => (
        <FormSection
          title="Extra time"
          text="Applies to the current attempt and all later ones. A learner in the exam gets the time right away; others see it before they start."
        >
          <NumberField
            name="minutes"
            label="Extra minutes"
            description={`${minutesText(limit + (values.minutes === '' ? 0 : Number(values.minutes)))} in all.`}
            min={0}
            max={MOST_MINUTES}
            allowDecimal={false}
          />
        </FormSection>
      )}
    </DetailForm>
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
        {attempt.time_limit_minutes !== null && (
          <span>
            {minutesText(attempt.time_limit_minutes + attempt.extra_minutes)} allowed
            {attempt.is_time_over && ', time was up'}
          </span>
        )}
        {attempt.offline && (
          <span>Without a connection{attempt.offline.outcome !== 'counts' && ', does not count'}</span>
        )}
        {attempt.reset_at && (attempt.offline?.outcome ?? 'counts') === 'counts' && (
          <span className={styles.wrong}>
            Reset{attempt.reset_by && ` by ${attempt.reset_by.display_name}`} on <TimeText value={attempt.reset_at} />
          </span>
        )}
      </summary>
      {attempt.proctor && <ProctorFacts proctor={attempt.proctor} />}
      {attempt.offline && <OfflineFacts offline={attempt.offline} />}
      <ol>
        {attempt.questions.map((question) => (
          <li key={question.id}>
            <Prose html={question.text} />
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
            <p className={styles.times}>
              {question.answer_ids === null && <em>No answer. </em>}
              {question.milliseconds > 0 && `Looked at for ${countdownText(question.milliseconds)}`}
              {question.answered_at && (
                <>
                  {question.milliseconds > 0 ? ', answered ' : 'Answered '}
                  <TimeText value={question.answered_at} />
                </>
              )}
              {question.arrived_at && (
                <>
                  , arrived <TimeText value={question.arrived_at} /> without a connection before
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

const OUTCOMES = {
  counts: '',
  returned: 'It does not count: the learner took the exam back before it arrived.',
  expired: 'It does not count: it arrived after that.',
  no_access: 'It does not count: access to the course had ended.',
  locked: 'It does not count: items before it in the course were not done.',
}

/** How an attempt was taken without a connection (OFF-020). */
function OfflineFacts({ offline }: { offline: NonNullable<Attempt['offline']> }) {
  const { issued_at, expires_at, device_started_at, device_finished_at, received_at, outcome, is_clock_off } = offline
  return (
    <p>
      Taken without a connection. Taken along <TimeText value={issued_at} />, to arrive by{' '}
      <TimeText value={expires_at} />. By the clock of the device, started <TimeText value={device_started_at} /> and
      finished <TimeText value={device_finished_at} />; received <TimeText value={received_at} />.{' '}
      {is_clock_off && <strong>The clock of the device cannot have been right; the times were corrected. </strong>}
      {OUTCOMES[outcome]}
    </p>
  )
}

/** Who was present at an attempt, and what they recorded (TRD-045). */
function ProctorFacts({ proctor }: { proctor: NonNullable<Attempt['proctor']> }) {
  const {
    opened_by: by,
    opened_at,
    place,
    identity_check: check,
    ended_at,
    ended_by,
    confirmed_at,
    incidents,
  } = proctor
  return (
    <section aria-label="Proctor">
      <p>
        Opened by {by?.display_name ?? 'a former member'} on <TimeText value={opened_at} />, {place}. ID: {check}.{' '}
        {ended_at && (
          <>
            Ended by {ended_by?.display_name ?? 'a former member'} on <TimeText value={ended_at} />.{' '}
          </>
        )}
        {confirmed_at ? (
          <>
            Presence until the end confirmed on <TimeText value={confirmed_at} />.
          </>
        ) : (
          'Presence until the end not confirmed.'
        )}
      </p>
      {incidents.length > 0 && (
        <ul aria-label="Incidents">
          {incidents.map(({ text, recorded_at: at, recorded_by: recorder }) => (
            <li key={at}>
              <TimeText value={at} />
              {recorder && `, ${recorder.display_name}`}: {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
