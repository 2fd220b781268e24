import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import type { IdentityShown } from '../queries.ts'
import type { SeatTimeUse } from '../use-seat-time.ts'
import styles from './identity.module.css'

const QuestionDialog = lazy(() => import('./question-dialog.tsx').then((file) => ({ default: file.QuestionDialog })))
const AnswersForm = lazy(() => import('./answers-form.tsx').then((file) => ({ default: file.AnswersForm })))

type GateProps = {
  seat: SeatTimeUse
  /** An item that plays in a frame is given whether a question is on the screen. */
  children: ReactNode | ((isAsking: boolean) => ReactNode)
}

/** An item, with the identity questions of its course in place of it or over it (TRD-057). */
export function IdentityGate({ seat, children }: GateProps) {
  const identity = seat.standing?.identity ?? null
  // A question stays on the screen after its time, until somebody is there to go on.
  const [shown, setShown] = useState<IdentityShown | null>(null)
  if (identity?.state === 'asked' && identity.question?.id !== shown?.question?.id && shown === null)
    setShown({ ...identity })
  if (identity?.state === 'locked' && shown === null)
    return (
      <div className={styles.locked}>
        <h1>This course is locked</h1>
        <LockedNote identity={identity} isBelowTitle />
      </div>
    )
  if (identity?.state === 'set_up')
    return (
      <Suspense fallback={<LoadingNote text="Loading the form" />}>
        <AnswersForm identity={identity} onSaved={seat.reportNow} />
      </Suspense>
    )
  return (
    <>
      {typeof children === 'function' ? children(shown !== null) : children}
      {shown?.question && (
        <Suspense>
          <QuestionDialog
            key={shown.question.id}
            identity={shown}
            isOpen={identity?.state === 'asked' && identity.question?.id === shown.question.id}
            seat={seat}
            onDone={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Why a course is locked for its learner, and whom to ask (TRD-055, TRD-057). */
export function LockedNote({ identity, isBelowTitle }: { identity: IdentityShown | null; isBelowTitle?: boolean }) {
  const { portal } = useSession()
  if (identity?.state !== 'locked') return null
  const { title, source, mistakes } = identity
  return (
    <Alert tone="danger" title={!isBelowTitle && 'This course is locked'} isLive>
      {mistakes === 1 ? 'One identity question was' : `${mistakes} identity questions were`} answered wrong or too late.
      Required by {title} ({source}). Your work is saved. Ask an administrator of {portal.name} to unlock the course.
      This page goes on by itself after that.
    </Alert>
  )
}
