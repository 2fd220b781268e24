import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import type { showLearnerExam } from '../../contract.ts'
import { returnExamLease } from '../../contract-leases.ts'

type Lease = NonNullable<Wire<typeof showLearnerExam>['data']['taken_along']>
type Props = { lease: Lease; kind: string; examId: number; relatedId: number; refresh: () => Promise<void> }

/** Another device holds the exam: says so, and takes it back (OFF-018). */
export function TakenAlong({ lease, kind, examId, relatedId, refresh }: Props) {
  const call = useCall(returnExamLease, { onSuccess: refresh, onError: (error) => void toast.error(error) })
  const takeBack = async () => {
    if (await confirm('take_exam_back', { kind }))
      call.mutate({ params: { examId, leaseId: lease.id }, query: { related_id: relatedId } })
  }
  return (
    <Alert
      title={`You took this ${kind} along on another device`}
      action={
        <Button size="sm" variant="outline" isLoading={call.isPending} onClick={() => void takeBack()}>
          Take it back
        </Button>
      }
    >
      Since <DayText value={lease.issued_at} />. Take it there, and connect by{' '}
      <DayText value={lease.expires_at} isEnd />.
    </Alert>
  )
}
