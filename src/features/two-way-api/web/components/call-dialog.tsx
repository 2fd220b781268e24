import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { showTokenCall } from '../../contract.ts'
import { callQuery } from '../queries.ts'
import styles from '../two-way-api.module.css'
import { CallBadge } from './call-badge.tsx'

type Shown = Wire<typeof showTokenCall>['data']

/** One call with what it was answered where it failed (INT-039). */
export function CallDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery(callQuery(useApi(), id))
  const shown = data?.data
  return (
    <Dialog
      isOpen
      size="lg"
      onClose={onClose}
      title={shown ? `${shown.method} ${shown.path}` : 'Call'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !shown && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {!shown && !error && <LoadingNote text="Loading the call" />}
      {shown && <Details shown={shown} />}
    </Dialog>
  )
}

function Details({ shown }: { shown: Shown }) {
  return (
    <div className={styles.form}>
      <DataList
        items={[
          { label: 'Response', value: <CallBadge call={shown} /> },
          {
            label: 'Token',
            value: shown.user ? `${shown.token_name} of ${shown.user.display_name}` : shown.token_name,
          },
          { label: 'When', value: <TimeText value={shown.created_at} /> },
          { label: 'Duration', value: `${shown.duration_ms} ms` },
          { label: 'Request ID', value: <code className={styles.address}>{shown.request_id}</code> },
        ]}
      />
      <Failure error={shown.error} />
      <p className={styles.note}>Request and response bodies are not kept.</p>
    </div>
  )
}

function Failure({ error }: Pick<Shown, 'error'>) {
  if (!error) return null
  const fields = Object.entries(error.errors ?? {})
  return (
    <>
      {error.message && (
        <Alert tone="danger" title={error.code ?? 'Error'}>
          {error.message}
        </Alert>
      )}
      {fields.length > 0 && (
        <DataList items={fields.map(([name, texts]) => ({ label: name, value: texts.join(' ') }))} />
      )}
      {error.rows && (
        <div className={styles.rows}>
          <table>
            <caption>Rejected rows</caption>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Code</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {error.rows.map(({ row, code, message }) => (
                <tr key={row}>
                  <td>{row}</td>
                  <td>
                    <code>{code}</code>
                  </td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
