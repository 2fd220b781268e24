import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { answerIdentityQuestion } from '../../contract-identity.ts'
import type { IdentityShown } from '../queries.ts'
import type { SeatTimeUse } from '../use-seat-time.ts'
import styles from './identity.module.css'

/** After how many seconds left the time is read aloud. */
const SPOKEN = [60, 30, 10]

const secondsText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Sound and video stop: on this page, and in the players of video hosts. */
const pauseMedia = () => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause()
  for (const { src, contentWindow } of document.querySelectorAll('iframe')) {
    const { hostname, origin } = new URL(src || 'about:blank', location.href)
    if (hostname.includes('youtube'))
      contentWindow?.postMessage(JSON.stringify({ event: 'command', func: 'pauseVideo', args: '' }), origin)
    if (hostname.endsWith('vimeo.com')) contentWindow?.postMessage(JSON.stringify({ method: 'pause' }), origin)
  }
}

const mistakesText = ({ mistakes, most_mistakes: most }: IdentityShown): string =>
  `${mistakes} of ${most} wrong or missed answers so far. ${most === 1 ? 'The first one locks the course.' : `${most} lock the course.`}`

type DialogProps = {
  identity: IdentityShown
  /** Whether the server still takes an answer: another page may have given one. */
  isOpen: boolean
  seat: SeatTimeUse
  onDone: () => void
}

/** A question over the item, with the time that is left; it cannot be closed without an answer (TRD-057). */
export function QuestionDialog({ identity, isOpen, seat, onDone }: DialogProps) {
  const { question, answer_seconds: allowed } = identity
  const [end] = useState(() => seat.arrivedAt + (question?.milliseconds_left ?? 0))
  const [left, setLeft] = useState(() => Math.ceil((end - Date.now()) / 1000))
  const [answer, setAnswer] = useState('')
  const [result, setResult] = useState<'wrong' | 'missed' | null>(left <= 0 ? 'missed' : null)
  const { hold, reportNow } = seat
  const goOn = async () => {
    hold(false)
    await reportNow()
    onDone()
  }
  const send = useCall(answerIdentityQuestion, {
    onSuccess: async ({ data: { outcome } }) => {
      if (outcome === 'wrong' || outcome === 'missed') {
        hold(true)
        setResult(outcome)
        return
      }
      toast.success('Thank you. Your time counts again.')
      await goOn()
    },
    onError: (error) => void toast.error(error),
  })
  useEffect(pauseMedia, [])
  const tick = useEffectEvent(() => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    setLeft(seconds)
    if (seconds > 0 || send.isPending || result !== null) return
    hold(true)
    setResult('missed')
  })
  useEffect(() => {
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => () => hold(false), [hold])
  // Answered on another page, or withdrawn.
  const isSettled = !isOpen && result === null && !send.isPending && !send.isSuccess
  const close = useEffectEvent(onDone)
  useEffect(() => {
    if (isSettled) close()
  }, [isSettled])
  const spoken = SPOKEN.findLast((seconds) => left <= seconds)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question && answer.trim() !== '') send.mutate({ params: { id: question.id }, body: { reply: answer } })
  }
  if (!question) return null
  const mistakes = identity.mistakes + (result === null ? 0 : 1)
  return (
    <Dialog isOpen onClose={() => {}} title="Who is learning?" isStrict role="dialog">
      {result === null ? (
        <form onSubmit={submit} className={styles.form} noValidate>
          <Field label={question.text} hint="Your answer from the setup. Capitals and punctuation make no difference.">
            <Input
              value={answer}
              maxLength={100}
              autoComplete="off"
              data-autofocus
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
          </Field>
          <p className={styles.left} data-short={left <= 10}>
            <span role="timer">{secondsText(left)}</span> left of {secondsText(allowed)}
          </p>
          <p className="only-read" role="status">
            {spoken !== undefined && `${spoken} seconds left`}
          </p>
          <p className={styles.note}>{mistakesText(identity)}</p>
          <DialogButtons>
            <Button type="submit" isLoading={send.isPending} disabled={answer.trim() === ''}>
              Answer
            </Button>
          </DialogButtons>
        </form>
      ) : (
        <div className={styles.form}>
          <Alert
            tone="warning"
            title={result === 'wrong' ? 'That is not the answer from your setup' : 'The time is over'}
            isLive
          >
            {mistakes >= identity.most_mistakes
              ? 'The course is now locked.'
              : `${mistakesText({ ...identity, mistakes })} Another question comes when you go on.`}
          </Alert>
          <DialogButtons>
            <Button data-autofocus onClick={() => void goOn()}>
              Go on
            </Button>
          </DialogButtons>
        </div>
      )}
    </Dialog>
  )
}
