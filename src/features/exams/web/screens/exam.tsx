import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLeased } from '#features/offline/web/public.ts'
import { coursePath, ItemSteps, refreshProgress, useItemTime } from '#features/progress/web/public.ts'
import { IdentityGate, SeatTimeNote } from '#features/trade-rules/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { type showLearnerExam, startExam } from '../../contract.ts'
import { lastFinished } from '../../rules/attempt.ts'
import { minutesText } from '../../rules/countdown.ts'
import { withKeptAnswer } from '../../rules/kept-answers.ts'
import { AttemptTable } from '../components/attempt-table.tsx'
import { ProctorNote } from '../components/proctor-note.tsx'
import { QuestionForm } from '../components/question-form.tsx'
import { Review } from '../components/review.tsx'
import { TakenAlong } from '../components/taken-along.tsx'
import styles from '../exam.module.css'
import { useExamClock } from '../exam-clock.ts'
import { examQuery } from '../exam-query.ts'
import { OUTCOME_TEXTS } from '../outcome-texts.ts'
import { useTimeUp } from '../use-time-up.ts'
import { LeasedExam } from './leased-exam.tsx'

type ExamData = Wire<typeof showLearnerExam>
type Props = { slug: string; relatedId: number; examId: number }

/** An exam, on the device that has taken it along or with a connection. */
export function ExamScreen(props: Props) {
  const { relatedId, examId } = props
  const queryClient = useQueryClient()
  const query = examQuery(useApi(), props)
  const { data: exam } = useSuspenseQuery(query).data
  const leased = useLeased(relatedId, examId)
  const refresh = async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: query.queryKey }), refreshProgress(queryClient)])
  }
  if (leased) return <LeasedExam {...props} exam={exam} leased={leased} refresh={refresh} />
  return <ConnectedExam {...props} />
}

/** Before, during and after an exam; a reload continues at the first question without an answer (EXM-018). */
function ConnectedExam({ slug, relatedId, examId }: Props) {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = examQuery(api, { relatedId, examId })
  const { data: exam } = useSuspenseQuery(query).data
  const refresh = async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: query.queryKey }), refreshProgress(queryClient)])
  }
  const { state } = useJournal()
  const [hasKept, setHasKept] = useState(false)
  const keep = (questionId: number, answerIds: number[]) => {
    setHasKept(true)
    queryClient.setQueryData<ExamData>(query.queryKey, (data) => data && withKeptAnswer(data, questionId, answerIds))
  }
  // What was kept has been sent: the server says how the attempt stands.
  const onSent = useEffectEvent(() => {
    setHasKept(false)
    void refresh()
  })
  useEffect(() => {
    if (state === 'saved' && hasKept) onSent()
  }, [state, hasKept])
  const start = useCall(startExam, {
    onSuccess: refresh,
    onError: (error) => {
      toast.error(error)
      // The opening of a proctor may be over.
      if (exam.proctor) void refresh()
    },
  })
  const isCheck = exam.type === 'survey'
  const seat = useItemTime({ slug, relatedId, item: { type: isCheck ? 'Survey' : 'Exam', id: examId } })
  const time = <SeatTimeNote standing={seat.standing} pause={seat.pause} of="test" />
  const word = isCheck ? 'Knowledge Check' : 'Exam'
  const begin = async () => {
    if (await confirm('start_exam', { kind: word.toLowerCase() }))
      start.mutate({ params: { examId }, body: { related_id: relatedId } })
  }
  const { questions, resume_at: resumeAt, attempts } = exam.progress
  const current = questions.find((question) => question.number === resumeAt)
  const place = { slug, related_id: relatedId }
  const clock = useExamClock(exam.progress)
  const isUp = exam.progress.is_time_over || (clock.left !== null && clock.left <= 0)
  useTimeUp({ isUp, isOver: exam.progress.is_time_over, canSend: state === 'saved', examId, relatedId, refresh })
  const isAnswering = current !== undefined && !isUp
  const notes = useFocusAfter(isAnswering)
  const { viewer } = useSession()
  // Somebody gave more time, or the server has ended the attempt.
  useLive(viewer && `notifications.${viewer.user_id}`, {
    'exam.updated': () => void refresh(),
    'progress.updated': () => void refresh(),
  })
  if (current && isAnswering)
    return (
      <div className={styles.page}>
        {time}
        <QuestionForm
          key={current.id}
          exam={exam}
          question={current}
          relatedId={relatedId}
          clock={clock}
          onAnswered={refresh}
          onKept={keep}
        />
      </div>
    )
  const mayBegin = exam.can_start && !hasKept && !isUp
  const limit = exam.time_limit_minutes === null ? null : exam.time_limit_minutes + exam.extra_minutes
  return (
    <IdentityGate seat={seat}>
      <div className={styles.page}>
        <h1>{exam.title}</h1>
        <ul className={styles.facts}>
          {exam.title !== word && <li>{word}</li>}
          {!exam.lacks_questions && (
            <li>{exam.questions_count === 1 ? '1 question' : `${exam.questions_count} questions`}</li>
          )}
          {exam.passing_score !== null && <li>{exam.passing_score}% to pass</li>}
          <li>
            {exam.remaining_attempts === null
              ? 'Unlimited attempts'
              : `${exam.remaining_attempts} of ${exam.attempts_number} attempts left`}
          </li>
          {limit !== null && <li>{minutesText(limit)} in all</li>}
        </ul>
        {exam.description && <Prose className={styles.description} html={exam.description} />}
        {time}
        <div ref={notes} tabIndex={-1} className={styles.notes}>
          {isUp && <TimeUp isWaiting={state !== 'saved'} />}
          {!isUp && <Outcome exam={exam} />}
          {exam.taken_along && (
            <TakenAlong
              lease={exam.taken_along}
              kind={word.toLowerCase()}
              examId={examId}
              relatedId={relatedId}
              refresh={refresh}
            />
          )}
          {exam.uncounted && exam.uncounted.outcome !== 'counts' && (
            <Alert tone="warning" title="An attempt without a connection does not count">
              {OUTCOME_TEXTS[exam.uncounted.outcome]}
            </Alert>
          )}
          {exam.lacks_questions && exam.remaining_attempts !== 0 && exam.status !== PROGRESS.success && (
            <Alert tone="warning" title={`This ${word.toLowerCase()} cannot be started yet`}>
              This exam does not have enough questions. Please tell your instructor.
            </Alert>
          )}
          {limit !== null && mayBegin && <Rules exam={exam} limit={limit} />}
          {exam.proctor && mayBegin && (
            <ProctorNote proctor={exam.proctor} examId={examId} relatedId={relatedId} refresh={refresh} />
          )}
          {hasKept && !isUp && (
            <Alert title="You answered all questions" isLive>
              There is no connection now. Your answers are kept on this device; the result follows as soon as they are
              sent.
            </Alert>
          )}
        </div>
        <div className={styles.actions}>
          {mayBegin && (!exam.proctor || exam.proctor.opening) && (
            <Button
              size="lg"
              isLoading={start.isPending}
              disabled={Boolean(seat.standing?.continues_on)}
              onClick={begin}
            >
              {attempts.length === 0 ? `Start the ${word.toLowerCase()}` : 'Try again'}
            </Button>
          )}
          <LinkButton href={`${coursePath(place)}/outline`} variant="outline" size="lg">
            Back to the outline
          </LinkButton>
        </div>
        {attempts.length > 0 && <AttemptTable attempts={attempts} hasScore={!isCheck} />}
        {questions.length > 0 && !hasKept && !isUp && <Review questions={questions} />}
      </div>
      <ItemSteps slug={slug} relatedId={relatedId} type={isCheck ? 'Survey' : 'Exam'} id={examId} />
    </IdentityGate>
  )
}

/** Gives its element the focus when `isOn` ends: the form that had the focus is gone, and its result has taken its place. */
const useFocusAfter = (isOn: boolean) => {
  const element = useRef<HTMLDivElement>(null)
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current && !isOn) element.current?.focus({ preventScroll: true })
    wasOn.current = isOn
  }, [isOn])
  return element
}

type Exam = Parameters<typeof QuestionForm>[0]['exam']

/** Shown before an exam with a time limit begins (EXM-032). */
function Rules({ exam, limit }: { exam: Exam; limit: number }) {
  return (
    <Alert title={`You have ${minutesText(limit)} from the start`}>
      {exam.extra_minutes > 0 && `${minutesText(exam.extra_minutes)} of them were given to you in addition. `}
      The time runs on when you close this page. What you have answered by then counts, also without a connection;
      questions without an answer count as wrong.
    </Alert>
  )
}

/** The attempt has ended by the clock; its result is on the way (EXM-033). */
function TimeUp({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Alert tone="warning" title="The time is up" isLive>
      {isWaiting
        ? 'You are offline. Answers you gave in time are saved on this device and count once they are sent.'
        : 'Your answers count. The result follows in a moment.'}
    </Alert>
  )
}

/** What the last finished attempt came to (EXM-006). */
function Outcome({ exam }: { exam: Exam }) {
  const last = lastFinished(exam.progress.attempts)
  if (!last) return null
  if (exam.type === 'survey')
    return (
      <Alert tone="success" title="Knowledge Check finished" isLive>
        You can read your answers below.
      </Alert>
    )
  const isPassed = exam.status === PROGRESS.success
  return (
    <Alert tone={isPassed ? 'success' : 'danger'} title={isPassed ? 'Passed' : 'Not passed'} isLive>
      Your score is {last.score}%. {last.is_time_over && 'The time was up. '}
      {!isPassed && !exam.can_start && 'There are no attempts left'}
      {last.proctor?.ended_at && 'Your proctor ended the exam. '}
      {last.proctor?.confirmed_at === null &&
        `${last.proctor.opened_by?.display_name ?? 'Your proctor'} still has to confirm that they were present until the end.`}
    </Alert>
  )
}
