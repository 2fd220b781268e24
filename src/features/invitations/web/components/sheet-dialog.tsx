import { type ReactNode, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { bulkInvite, MOST_ROWS } from '../../contract.ts'
import styles from '../invitations.module.css'
import type { InviteDialogProps } from './invite-way.tsx'
import { tellInvited } from './tell-invited.ts'

type Checked = Wire<typeof bulkInvite>['data']
const SHOWN = 100
const SHEET = { extensions: ['csv', 'xlsx'] } as const

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

type SheetDialogProps = Omit<InviteDialogProps, 'credits'> & { onInvited: () => void; way: ReactNode }

/** Invites the people of a sheet, after showing who will be invited and which rows cannot be used (MGR-016, MGR-020). */
export function SheetDialog({ course, onClose, onInvited, way }: SheetDialogProps) {
  const api = useApi()
  const keyFor = useIdempotencyKey()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async (sheet: File, isCheck: boolean): Promise<Checked | null> => {
    const files = new FormData()
    if (isCheck) files.set('is_check', 'true')
    files.set('file', sheet)
    const key = keyFor({ name: sheet.name, size: sheet.size, at: sheet.lastModified, isCheck })
    setBusy(true)
    setError(null)
    try {
      const { data } = await api.call(
        bulkInvite,
        { params: { slug: course.slug } },
        { files, ...(!isCheck && { idempotency_key: key }) },
      )
      return data
    } catch (caught) {
      setError(caught)
      return null
    } finally {
      setBusy(false)
    }
  }
  const choose = async ([chosen]: File[]) => {
    if (!chosen) return
    setFile(chosen)
    setChecked(null)
    setChecked(await send(chosen, true))
  }
  const submit = async () => {
    const done = file && (await send(file, false))
    if (!done) return
    tellInvited(done)
    onInvited()
    onClose()
  }
  const missing = checked ? checked.ready.length - checked.remaining : 0
  const count = checked?.ready.length ?? 0
  return (
    <Dialog
      isOpen
      size="lg"
      title="Invite people"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            isLoading={isBusy && checked !== null}
            disabled={count === 0 || missing > 0}
            onClick={() => void submit()}
          >
            {count > 0 ? `Invite ${people(count)}` : 'Invite people'}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>To {course.title}. Each invitation reserves one credit.</p>
        {way}
        <FileDrop
          label="CSV or Excel file"
          rule={SHEET}
          files={file ? [{ id: 1, name: file.name, size: file.size }] : []}
          onFiles={(files) => void choose(files)}
          onRemove={() => {
            setFile(null)
            setChecked(null)
            setError(null)
          }}
          hint={`A first row with the columns email, first_name and last_name, then up to ${MOST_ROWS} people.`}
        />
        {isBusy && !checked && <LoadingNote text="Reading the file" />}
        {error !== null && (
          <Alert tone="danger" isLive>
            {error instanceof ApiError
              ? (Object.values(error.errors)[0]?.[0] ?? textOfError(error))
              : textOfError(error)}
          </Alert>
        )}
        {checked && <Preview checked={checked} missing={missing} />}
      </div>
    </Dialog>
  )
}

function Preview({ checked, missing }: { checked: Checked; missing: number }) {
  const { ready, refused, remaining } = checked
  return (
    <>
      <p role="status">
        <strong>{people(ready.length)} can be invited.</strong>{' '}
        {refused.length > 0 && `${refused.length} ${refused.length === 1 ? 'row is' : 'rows are'} left out. `}
        You have {remaining} {remaining === 1 ? 'credit' : 'credits'} left.
      </p>
      {missing > 0 && (
        <Alert tone="warning">
          {missing === 1 ? 'One credit is' : `${missing} credits are`} missing. Nobody is invited until there are
          enough: get more credits, or take people out of the file.
        </Alert>
      )}
      {refused.length > 0 && (
        <section>
          <h3>Left out</h3>
          <ul className={styles.rows}>
            {refused.slice(0, SHOWN).map(({ email, row, message }) => (
              <li key={`${row} ${email}`}>
                <strong>
                  Row {row}: {email || 'no e-mail'}
                </strong>
                <span>{message}</span>
              </li>
            ))}
          </ul>
          {refused.length > SHOWN && <p>And {refused.length - SHOWN} more.</p>}
        </section>
      )}
      {ready.length > 0 && (
        <section>
          <h3>Will be invited</h3>
          <ul className={styles.rows}>
            {ready.slice(0, SHOWN).map(({ email, first_name, last_name }) => (
              <li key={email}>
                <strong>{email}</strong>
                <span>{[first_name, last_name].filter(Boolean).join(' ')}</span>
              </li>
            ))}
          </ul>
          {ready.length > SHOWN && <p>And {ready.length - SHOWN} more.</p>}
        </section>
      )}
    </>
  )
}
