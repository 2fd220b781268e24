import { type FormEvent, useEffect, useState } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { resetPassword, verifyToken } from '../../contract.ts'
import styles from '../card.module.css'
import { SendLinkScreen } from './send-link.tsx'

/** Sets a new password from a link; a link that is spent or expired leads to a new one (AUT-039, AUT-040). */
export function NewPasswordScreen({ token, email }: { token: string; email?: string | undefined }) {
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const verify = useCall(verifyToken)
  const save = useCall(resetPassword, {
    onError: (error) => (Object.keys(error.errors).length > 0 ? setErrors(error.errors) : toast.error(error)),
  })
  const { mutate } = verify
  useEffect(() => mutate({ body: { token, type: 'reset-password' } }), [mutate, token])
  // A check that is answered after the password was sent finds a link that this page used itself.
  const checked = save.isPending || save.isSuccess ? null : verify.error
  const refusal =
    checked?.message ?? (save.error && Object.keys(save.error.errors).length === 0 ? save.error.message : undefined)
  const off = [checked, save.error].find((error) => error?.code === 'password_sign_in_off')
  if (off)
    return (
      <CardPage title="You need no password here" lead={off.message}>
        <LinkButton href="/login" isBlock size="lg">
          Go to the sign-in page
        </LinkButton>
      </CardPage>
    )
  if (refusal) return <SendLinkScreen email={email ?? ''} notice={refusal} />
  if (save.isSuccess)
    return (
      <CardPage
        title="Your new password is set"
        lead="You have been signed out everywhere. Sign in with the new password."
      >
        <LinkButton href="/login" isBlock size="lg">
          Sign in
        </LinkButton>
      </CardPage>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending) return
    const data = new FormData(event.currentTarget)
    setErrors({})
    save.mutate({
      body: {
        token,
        password: String(data.get('password')),
        password_confirmation: String(data.get('password_confirmation')),
      },
    })
  }
  return (
    <CardPage title="Set a new password" lead={verify.data ? `For ${verify.data.data.email}` : 'Checking your link…'}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <Alert>At least 8 characters with a letter, a digit and a special character.</Alert>
        <Field label="New password" error={errors.password?.[0]} isRequired>
          <Input name="password" type="password" autoComplete="new-password" />
        </Field>
        <Field label="New password again" error={errors.password_confirmation?.[0]} isRequired>
          <Input name="password_confirmation" type="password" autoComplete="new-password" />
        </Field>
        <Button type="submit" isBlock size="lg" isLoading={save.isPending}>
          Save the password
        </Button>
      </form>
    </CardPage>
  )
}
