import { useEffect, useEffectEvent } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { askForProctor, type showLearnerExam } from '../../contract.ts'

type Proctor = NonNullable<Wire<typeof showLearnerExam>['data']['proctor']>
type NoteProps = { proctor: Proctor; examId: number; relatedId: number; refresh: () => Promise<void> }

/** What a learner needs before an exam that asks for a proctor: somebody who is there and opens it (TRD-039). */
export function ProctorNote({ proctor, examId, relatedId, refresh }: NoteProps) {
  const { portal } = useSession()
  const ask = useCall(askForProctor, { onSuccess: refresh, onError: (error) => void toast.error(error) })
  const { title, source, asked_at: askedAt, opening } = proctor
  // An opening that is over no longer lets the exam start.
  const expires = opening?.expires_at ?? null
  const onOver = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (expires === null) return
    const timer = setTimeout(onOver, Math.max(0, new Date(expires).getTime() - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [expires])
  if (opening)
    return (
      <Alert tone="success" title="The exam is open for you" isLive>
        {opening.opened_by?.display_name ?? 'Your proctor'} opened it. Start it before{' '}
        <TimeText value={opening.expires_at} />. Your proctor stays with you until the end.
      </Alert>
    )
  return (
    <Alert
      tone="info"
      title={askedAt ? 'Waiting for your proctor' : 'You take this exam with a proctor'}
      isLive
      action={
        !askedAt && (
          <Button
            size="sm"
            isLoading={ask.isPending}
            onClick={() => ask.mutate({ params: { examId }, body: { related_id: relatedId } })}
          >
            Ask for a proctor
          </Button>
        )
      }
    >
      {askedAt ? (
        <>
          You asked <TimeText value={askedAt} />. Have your photo ID ready. This page shows at once when the exam is
          open.
        </>
      ) : (
        <>
          Somebody has to be with you while you take it: an instructor of this course or an administrator of{' '}
          {portal.name}. They check your photo ID and open the exam.
        </>
      )}{' '}
      Required by {title} ({source}).
    </Alert>
  )
}
