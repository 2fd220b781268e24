import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  begin,
  changeLeased,
  dropLeased,
  finish,
  giveBack,
  type Leased,
  sendingOf,
  stateOf,
  withAnswer,
} from '#features/offline/web/public.ts'
import { coursePath, ItemSteps, LockedItem, refreshProgress, useOutline } from '#features/progress/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { useJournal } from '#ui/kept/journal-context.tsx'
import { LocalApi } from '#ui/page/page-context.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { sendLeasedAttempt } from '../../contract-leases.ts'
import { nextOpen } from '../../rules/attempt.ts'
import { minutesText } from '../../rules/countdown.ts'
import { QuestionForm } from '../components/question-form.tsx'
import styles from '../exam.module.css'
import { OUTCOME_TEXTS } from '../outcome-texts.ts'
import { useLeasedClock } from '../use-leased-clock.ts'

type Exam = Parameters<typeof QuestionForm>[0]['exam']
type Props = { slug: string; relatedId: number; exam: Exam; leased: Leased; refresh: () => Promise<void> }

/** The questions of the device in the form of an attempt, with what was answered. */
const shownAttempt = (exam: Exam, { lease, answers }: Leased): Exam => ({
  ...exam,
  progress: {
    ...exam.progress,
    lease: null,
    questions: lease.questions.map((question) => ({
      ...question,
      answer_ids: answers.find(({ question_id: id }) => id === question.id)?.answer_ids ?? null,
      is_correct: null,
      correct_answer_ids: null,
      explanation: null,
    })),
  },
})

/** The question to go on with: the one after the last answer, else the first open one. */
const currentOf = ({ lease: { questions }, answers }: Leased): number | null => {
  const last = questions.find(({ id }) => id === answers.at(-1)?.question_id)
  const all = questions.map(({ id, number }) => ({ question_id: id, number }))
  return nextOpen(all, last?.number ?? 0, (id) => !answers.some(({ question_id: answered }) => answered === id))
}

/** An exam that this device has taken along: it is taken here, with a connection or without, and sent when there is one (OFF-019). */
export function LeasedExam({ slug, relatedId, exam, leased, refresh }: Props) {
  const userId = useSession().viewer?.user_id ?? 0
  const api = useApi()
  const queryClient = useQueryClient()
  const isOnline = useOnline()
  const { call, state: sending } = useJournal()
  const { outline } = useOutline(slug, relatedId)
  const clock = useLeasedClock(userId, leased)
  const [isSending, setSending] = useState(false)
  const { lease } = leased
  const state = stateOf(leased, clock.now())
  const type = lease.type === 'survey' ? 'Survey' : 'Exam'
  const word = type === 'Survey' ? 'Knowledge Check' : 'Exam'
  const args = { params: { examId: exam.id, leaseId: lease.id }, body: sendingOf(leased).body }

  const received = async (answer: { data: { outcome: string } }) => {
    dropLeased(userId, leased)
    const { outcome } = answer.data
    if (outcome !== 'counts') toast.warning(OUTCOME_TEXTS[outcome as keyof typeof OUTCOME_TEXTS])
    await Promise.all([refresh(), refreshProgress(queryClient)])
  }
  // In the journal, so that what was done before it goes first.
  const send = useEffectEvent(async () => {
    setSending(true)
    try {
      const answer = await call(sendLeasedAttempt, args, `leased ${lease.id}`)
      if (answer) await received(answer)
    } catch (error) {
      toast.error(error as never)
    } finally {
      setSending(false)
    }
  })
  // The journal has sent it meanwhile; the same call again answers what came of it.
  const confirmSent = useEffectEvent(async () => {
    const answer = await api.call(sendLeasedAttempt, args).catch(() => null)
    if (answer) await received(answer)
  })
  const isOver = state === 'finished'
  useEffect(() => {
    if (isOver) void send()
  }, [isOver])
  useEffect(() => {
    if (isOver && isOnline && sending === 'saved' && !isSending) void confirmSent()
  }, [isOver, isOnline, sending, isSending])

  const start = async () => {
    if (await confirm('start_exam', { kind: word.toLowerCase() })) changeLeased(userId, leased, begin, clock.now())
  }
  const back = async () => {
    await giveBack(userId, leased)
    await refresh()
  }
  const answers = {
    call: async (
      _endpoint: unknown,
      { body }: { body: { question_id: number; answer_ids?: number[]; milliseconds?: number } },
    ) => {
      const { question_id, answer_ids, milliseconds = 0 } = body
      if (answer_ids)
        changeLeased(
          userId,
          leased,
          (one, now) => withAnswer(one, { question_id, answer_ids, milliseconds }, now),
          clock.now(),
        )
      return { data: {} }
    },
  }

  const entry = outline.data.find((one) => one.itemable_type === type && one.itemable_id === exam.id)
  if (entry?.is_locked && leased.begun === null) return <LockedItem slug={slug} relatedId={relatedId} />
  const attempt = shownAttempt(exam, leased)
  const current =
    state === 'running' ? attempt.progress.questions.find(({ number }) => number === currentOf(leased)) : null
  if (current)
    return (
      <div className={styles.page}>
        <LocalApi value={answers as never}>
          <QuestionForm
            key={current.id}
            exam={attempt}
            question={current}
            relatedId={relatedId}
            clock={clock}
            onAnswered={async () => {}}
            onKept={() => {}}
          />
        </LocalApi>
        <p className={styles.kept}>
          Your answers are saved on this device.{' '}
          <Button
            size="sm"
            variant="ghost"
            onClick={async () => {
              if (await confirm('finish_offline_exam', { kind: word.toLowerCase() }))
                changeLeased(userId, leased, finish, clock.now())
            }}
          >
            Finish now
          </Button>
        </p>
      </div>
    )
  return (
    <>
      <div className={styles.page}>
        <h1>{exam.title}</h1>
        <ul className={styles.facts}>
          {exam.title !== word && <li>{word}</li>}
          <li>{lease.questions.length === 1 ? '1 question' : `${lease.questions.length} questions`}</li>
          {exam.passing_score !== null && <li>{exam.passing_score}% to pass</li>}
          {lease.minutes !== null && <li>{minutesText(lease.minutes)} in all</li>}
          <li>On this device</li>
        </ul>
        {exam.description && <Prose className={styles.description} html={exam.description} />}
        <div className={styles.notes}>
          {state === 'ready' && (
            <Alert title="You can take it without a connection">
              Starting it uses one attempt.{' '}
              {lease.minutes !== null &&
                `You have ${minutesText(lease.minutes)} from the start, and the time runs on when you close this page. `}
              Your answers are saved on this device. Connect by <DayText value={lease.expires_at} isEnd />, or the
              attempt does not count.
            </Alert>
          )}
          {state === 'expired' && (
            <Alert tone="warning" title="The time to take it on this device is over">
              No attempt was used. Connect to take it.
            </Alert>
          )}
          {(state === 'finished' || state === 'over') && (
            <Alert tone="success" title="Your answers are on this device" isLive>
              Your result comes with the next connection. Connect by <DayText value={lease.expires_at} isEnd />.
            </Alert>
          )}
        </div>
        <div className={styles.actions}>
          {state === 'ready' && (
            <Button size="lg" onClick={() => void start()}>
              Start the {word.toLowerCase()}
            </Button>
          )}
          {(state === 'ready' || state === 'expired') && isOnline && (
            <Button size="lg" variant="outline" onClick={() => void back()}>
              Take it with a connection instead
            </Button>
          )}
          <LinkButton href={`${coursePath({ slug, related_id: relatedId })}/outline`} variant="outline" size="lg">
            Back to the outline
          </LinkButton>
        </div>
      </div>
      <ItemSteps slug={slug} relatedId={relatedId} type={type} id={exam.id} />
    </>
  )
}
