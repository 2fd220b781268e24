import { type FormEvent, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { confirmApp, startApp } from '../../contract.ts'
import styles from '../two-factor.module.css'
import { ProofDialog } from './proof-dialog.tsx'

type Key = Wire<typeof startApp>['data']
type AppDialogProps = {
  needsProof: boolean
  takesPassword: boolean
  onClose: () => void
  onDone: (answer: Wire<typeof confirmApp>['data']) => void
}

/** Sets up an authenticator app: who it is, the QR code, and a first code (AUT-058). */
export function AppDialog({ needsProof, takesPassword, onClose, onDone }: AppDialogProps) {
  const api = useApi()
  const [key, setKey] = useState<Key | null>(null)
  if (key) return <Confirming shown={key} onClose={onClose} onDone={onDone} />
  return (
    <ProofDialog
      title="Set up an authenticator app"
      text="You need an app such as Google Authenticator, Microsoft Authenticator or 1Password on your phone."
      yes="Continue"
      needsProof={needsProof}
      takesPassword={takesPassword}
      onClose={onClose}
      run={async ({ proof }) => setKey((await api.call(startApp, { body: { proof } })).data)}
    />
  )
}

const QUIET = 4

/** A QR code as the server has computed it, with the quiet zone that cameras need. */
function QrCode({ qr }: { qr: Key['qr'] }) {
  const side = qr.size + 2 * QUIET
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={qr.path} fill="currentColor" transform={`translate(${QUIET} ${QUIET})`} shapeRendering="crispEdges" />
    </svg>
  )
}

const inGroups = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ')

function Confirming({ shown, onClose, onDone }: { shown: Key } & Pick<AppDialogProps, 'onClose' | 'onDone'>) {
  const confirm = useCall(confirmApp, { onSuccess: ({ data }) => onDone(data) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!confirm.isPending)
      confirm.mutate({ body: { code: String(new FormData(event.currentTarget).get('code') ?? '') } })
  }
  return (
    <Dialog
      isOpen
      isStrict
      onClose={onClose}
      title="Set up an authenticator app"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="confirm-app" isLoading={confirm.isPending}>
            Turn on
          </Button>
        </>
      }
    >
      <form id="confirm-app" className={styles.setUp} onSubmit={submit} noValidate>
        <ol>
          <li>
            Scan this code with your app.
            <QrCode qr={shown.qr} />
          </li>
          <li>
            You cannot scan it? Enter this key in the app instead, as a time-based key:
            <code className={styles.key} data-key={shown.key}>
              {inGroups(shown.key)}
            </code>
            {/* On the phone itself there is nothing to scan with. */}
            <a href={shown.uri}>Open in an app on this device</a>
          </li>
          <li>
            Enter the code that the app shows now.
            <Field className={styles.code} label="Code" error={confirm.error?.message} isRequired>
              <Input name="code" autoComplete="one-time-code" inputMode="numeric" maxLength={10} />
            </Field>
          </li>
        </ol>
      </form>
    </Dialog>
  )
}
