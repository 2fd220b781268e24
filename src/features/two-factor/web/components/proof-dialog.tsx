import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import styles from '../two-factor.module.css'
import { passkeyProblem } from '../use-passkey.ts'

type ProofDialogProps = {
  title: string
  text?: ReactNode
  yes: string
  isDanger?: boolean
  /** Whether the person has a password or a factor to show who they are. */
  needsProof: boolean
  /** Whether the portal takes the password. */
  takesPassword: boolean
  /** A field for a name, with what stands in it at first. */
  named?: { label: string; value: string }
  onClose: () => void
  /** Does it; what it throws is shown, and the dialog stays. */
  run: (entered: { proof: string; name: string }) => Promise<void>
}

const HINTS = {
  password: 'Or a code from your authenticator app, or a recovery code.',
  code: 'A code from your authenticator app, or a recovery code.',
}

/** A change of how somebody signs in, for which they show again who they are (AUT-065). */
export function ProofDialog({
  title,
  text,
  yes,
  isDanger,
  needsProof,
  takesPassword,
  named,
  onClose,
  run,
}: ProofDialogProps) {
  const { viewer } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    setErrors({})
    try {
      await run({ proof: String(data.get('proof') ?? ''), name: String(data.get('name') ?? '') })
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0) setProblem(passkeyProblem(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="proof" variant={isDanger ? 'danger' : 'primary'} isLoading={isBusy}>
            {yes}
          </Button>
        </>
      }
    >
      <form id="proof" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {text && <p>{text}</p>}
        {problem && (
          <Alert tone="danger" isLive>
            {problem}
          </Alert>
        )}
        {named && (
          <Field label={named.label} error={errors.name?.[0]} isRequired>
            <Input name="name" defaultValue={named.value} maxLength={60} />
          </Field>
        )}
        {needsProof && (
          <Field
            label={takesPassword ? (viewer?.email === null ? 'Your PIN or password' : 'Your password') : 'Your code'}
            hint={takesPassword ? HINTS.password : HINTS.code}
            error={errors.proof?.[0]}
            isRequired
          >
            <Input
              name="proof"
              type={takesPassword ? 'password' : 'text'}
              autoComplete={takesPassword ? 'current-password' : 'one-time-code'}
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
