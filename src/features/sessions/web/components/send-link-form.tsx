import { type FormEvent, type ReactNode, useState } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { countdownText, useCountdown } from '#ui/hooks/use-countdown.ts'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { forgotPassword } from '../../contract.ts'
import styles from '../card.module.css'

type SendLinkFormProps = { email?: string; notice?: string | undefined; children?: ReactNode }

/** Sends a reset link; the button waits for the countdown before it sends another one (AUT-043). */
export function SendLinkForm({ email = '', notice, children }: SendLinkFormProps) {
  const [error, setError] = useState<string>()
  const [answer, setAnswer] = useState<string>()
  const { left, isRunning, start } = useCountdown()
  const send = useCall(forgotPassword, {
    onSuccess: ({ message }) => {
      setAnswer(message)
      start()
    },
    onError: (failure) => (failure.errors.email ? setError(failure.errors.email[0]) : toast.error(failure)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending || isRunning) return
    setError(undefined)
    send.mutate({ body: { email: String(new FormData(event.currentTarget).get('email')) } })
  }
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      {notice && <Alert tone="warning">{notice}</Alert>}
      {answer && (
        <Alert tone="success" isLive>
          {answer}
        </Alert>
      )}
      <Field label="E-mail" error={error} isRequired>
        <Input name="email" type="email" autoComplete="username" inputMode="email" defaultValue={email} />
      </Field>
      <Button type="submit" isBlock size="lg" isLoading={send.isPending} disabled={isRunning}>
        {isRunning ? `Send again in ${countdownText(left)}` : 'Send the link'}
      </Button>
      {children}
    </form>
  )
}
