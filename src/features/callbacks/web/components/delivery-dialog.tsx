import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconRefresh } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listDeliveries, replayDeliveries, type showDelivery } from '../../contract.ts'
import { titleOf } from '../../rules/events.ts'
import styles from '../callbacks.module.css'
import { deliveryQuery } from '../queries.ts'
import { DeliveryBadge } from './delivery-badge.tsx'

const REFRESH_MS = 1_000
const WAITING = ['NOT_STARTED', 'PENDING']

type Shown = Wire<typeof showDelivery>['data']
type Attempt = Shown['log'][number]

/** Readable, whatever it is. */
const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

type Props = { callbackId: number; deliveryId: number; canReplay: boolean; onClose: () => void }

/** A message with every attempt: what was sent, and what came back (INT-027). */
export function DeliveryDialog({ callbackId, deliveryId, canReplay, onClose }: Props) {
  const query = deliveryQuery(useApi(), callbackId, deliveryId)
  const queryClient = useQueryClient()
  const { data, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && !WAITING.includes(state.data.data.status) ? false : REFRESH_MS),
  })
  const again = useCall(replayDeliveries, {
    onSuccess: () => {
      toast.success('The message is on its way again.')
      void queryClient.invalidateQueries({ queryKey: [listDeliveries.path] })
      return queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
    onError: (problem) => void toast.error(problem),
  })
  const shown = data?.data
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={shown ? titleOf(shown.event_type) : 'Message'}
      footer={
        <>
          {canReplay && (
            <Button
              variant="outline"
              icon={IconRefresh}
              isLoading={again.isPending}
              disabled={!shown || shown.status === 'PENDING'}
              onClick={() => again.mutate({ params: { id: callbackId }, body: { ids: [deliveryId] } })}
            >
              Send again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {error && !shown && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {!shown && !error && <LoadingNote text="Loading the message" />}
      {shown && <Message shown={shown} />}
    </Dialog>
  )
}

function Message({ shown }: { shown: Shown }) {
  return (
    <div className={styles.parts}>
      <div className={styles.line} aria-live="polite">
        <DeliveryBadge status={shown.status} />
        {shown.next_attempt_at && (
          <span>
            Next attempt <TimeText value={shown.next_attempt_at} />
          </span>
        )}
      </div>
      <DataList
        items={[
          { label: 'Time', value: <TimeText value={shown.occurred_at} /> },
          { label: 'About', value: `${shown.subject}, message ${shown.number}` },
          { label: 'Message ID', value: <code className={styles.address}>{shown.webhook_id}</code> },
        ]}
      />
      <details>
        <summary>Message body</summary>
        <pre className={styles.code}>{pretty(shown.body)}</pre>
      </details>
      <h3>Attempts</h3>
      {shown.log.length === 0 && <p>Not sent yet.</p>}
      {shown.log.map((attempt) => (
        <AttemptPart key={attempt.id} attempt={attempt} />
      ))}
    </div>
  )
}

function AttemptPart({ attempt }: { attempt: Attempt }) {
  const { response_status: status, response_headers: headers, response_body: body } = attempt
  return (
    <div className={styles.attempt}>
      <div className={styles.line}>
        <StatusBadge
          status={attempt.status === 'SUCCESS' ? 'success' : 'failed'}
          label={status === null ? 'No response' : `Response ${status}`}
        />
        <TimeText value={attempt.started_at} />
        <span>{attempt.milliseconds} ms</span>
      </div>
      {attempt.problem && <p>{attempt.problem}</p>}
      <details>
        <summary>Request and response</summary>
        <div className={styles.parts}>
          <pre className={styles.code}>{`POST ${attempt.url}\n${headerLines(attempt.request_headers)}`}</pre>
          {headers && <pre className={styles.code}>{`${status}\n${headerLines(headers)}\n\n${body ?? ''}`.trim()}</pre>}
        </div>
      </details>
    </div>
  )
}
