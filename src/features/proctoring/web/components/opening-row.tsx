import { useQueryClient } from '@tanstack/react-query'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { Row } from '#ui/app/list/rows.tsx'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { confirmPresence, endProctoredExam, listProctoring, takeBackOpening } from '../../contract.ts'
import styles from '../proctoring.module.css'
import type { OpeningShown } from '../queries.ts'

type RowProps = { opening: OpeningShown; mayChange: boolean; onIncident: () => void }

/** An exam that was opened, with what its proctor can do now (TRD-041 to TRD-043). */
export function OpeningRow({ opening, mayChange, onIncident }: RowProps) {
  const { viewer } = useSession()
  const { learner, exam, course, attempt, opened_by: by, place, identity_check: check, incidents } = opening
  const isMine = by?.id === viewer?.user_id
  return (
    <Row
      title={
        <>
          <strong>{learner.display_name}</strong> <Result attempt={attempt} />
        </>
      }
      note={
        <>
          {exam.title} · {course.title}
          <br />
          <Moment opening={opening} />
          <br />
          Opened by {isMine ? 'you' : (by?.display_name ?? 'a former member')}, {place} · ID: {check}
          {incidents.length > 0 && (
            <ul className={styles.incidents} aria-label={`Incidents of ${learner.display_name}`}>
              {incidents.map((incident) => (
                <li key={incident.recorded_at}>
                  <TimeText value={incident.recorded_at} />: {incident.text}
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      {mayChange && <Actions opening={opening} onIncident={onIncident} />}
    </Row>
  )
}

function Moment({ opening: { attempt, expires_at: expires } }: { opening: OpeningShown }) {
  if (!attempt)
    return (
      <>
        Can start until <TimeText value={expires} />
      </>
    )
  if (attempt.finished_at)
    return (
      <>
        Ended <TimeText value={attempt.finished_at} />
      </>
    )
  return (
    <>
      {attempt.answered_count} of {attempt.questions_count} answered · started <TimeText value={attempt.started_at} />
      {attempt.ends_at && (
        <>
          {' '}
          · ends <TimeText value={attempt.ends_at} />
        </>
      )}
    </>
  )
}

function Result({ attempt }: { attempt: OpeningShown['attempt'] }) {
  if (!attempt || attempt.status === PROGRESS.in_progress) return null
  const isPassed = attempt.status === PROGRESS.success
  return (
    <Badge tone={isPassed ? 'success' : 'danger'}>
      {isPassed ? 'Passed' : 'Not passed'}, {attempt.score}%
    </Badge>
  )
}

function Actions({ opening, onIncident }: Omit<RowProps, 'mayChange'>) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listProctoring.path] })
  const onError = (error: unknown) => {
    toast.error(error)
    void refresh()
  }
  const takeBack = useCall(takeBackOpening, { onSuccess: () => refresh(), onError })
  const end = useCall(endProctoredExam, { onSuccess: () => refresh(), onError })
  const vouch = useCall(confirmPresence, {
    onSuccess: async () => {
      await refresh()
      toast.success('Your presence is confirmed.')
    },
    onError,
  })
  const { id, learner, exam, attempt, can_confirm: canConfirm } = opening
  const name = learner.display_name
  const params = { id }
  const askTakeBack = async () => {
    const text = `${name} cannot start the exam until somebody opens it again.`
    if (await confirm({ title: 'Take back the opening?', text, yes: 'Take back', no: 'Keep open' }))
      takeBack.mutate({ params })
  }
  const askEnd = async () => {
    const text = 'Given answers count, questions without an answer count as wrong. This cannot be undone.'
    if (await confirm({ title: `End the exam of ${name}?`, text, yes: 'End exam', no: 'Keep running', isDanger: true }))
      end.mutate({ params })
  }
  const askVouch = async () => {
    const text = `You confirm that you were with ${name} from the start of the exam until its end. If you were not, do not confirm: the exam can be reset.`
    if (await confirm({ title: 'Confirm your presence?', text, yes: 'Confirm presence', no: 'Cancel' }))
      vouch.mutate({ params })
  }
  if (!attempt)
    return (
      <Button
        variant="outline"
        aria-label={`Take back: ${exam.title} for ${name}`}
        isLoading={takeBack.isPending}
        onClick={() => void askTakeBack()}
      >
        Take back
      </Button>
    )
  const isRunning = attempt.status === PROGRESS.in_progress
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" aria-label={`Record incident: ${name}`} onClick={onIncident}>
        Record incident
      </Button>
      {isRunning && (
        <Button
          variant="danger-outline"
          aria-label={`End exam: ${name}`}
          isLoading={end.isPending}
          onClick={() => void askEnd()}
        >
          End exam
        </Button>
      )}
      {canConfirm && (
        <Button aria-label={`Confirm presence: ${name}`} isLoading={vouch.isPending} onClick={() => void askVouch()}>
          Confirm presence
        </Button>
      )}
    </>
  )
}
