import { type FormEvent, useState } from 'react'
import { login } from '#features/sessions/contract.ts'
import { goToSecondStep, needsSecondStep, PasswordResetDialog, ProviderInstead } from '#features/sessions/web/public.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import styles from './checkout-form.module.css'

type SignInDialogProps = {
  email: string
  /** Why the buyer is asked. */
  text: string
  onClose: () => void
}

/** Signs a buyer in without leaving the checkout (CRT-024, AUT-049); what was typed there stays. */
export function SignInDialog({ email, text, onClose }: SignInDialogProps) {
  const { password_provider: provider } = useSession().portal
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [isForgotten, setForgotten] = useState(false)
  const signIn = useCall(login, {
    onSuccess: () => {
      // The page is made again for the person; cart and form come back from the browser.
      location.reload()
      return new Promise(() => {})
    },
    onError: (error) => {
      if (!needsSecondStep(error)) return setErrors(error.errors)
      goToSecondStep({ isKept: true })
      return new Promise(() => {})
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    const data = new FormData(event.currentTarget)
    setErrors({})
    signIn.mutate({
      body: { email: String(data.get('email')).trim(), password: String(data.get('password')), purpose: 'checkout' },
    })
  }
  // For an e-mail of a proved domain the server says so when it is typed here (SSO-028).
  const isRefused = signIn.error?.code === 'password_sign_in_off'
  if (provider !== null || isRefused)
    return (
      <Dialog isOpen onClose={onClose} size="sm" title="Sign in to continue">
        <ProviderInstead provider={provider ?? 'your provider'} isKept>
          <p role={isRefused ? 'status' : undefined}>{isRefused ? textOfError(signIn.error) : text}</p>
        </ProviderInstead>
      </Dialog>
    )
  const hasFieldErrors = Object.keys(errors).length > 0
  if (isForgotten) return <PasswordResetDialog email={email} onClose={() => setForgotten(false)} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Sign in to continue"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form="checkout-sign-in" isLoading={signIn.isPending}>
            Sign in
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <form id="checkout-sign-in" className={styles.grid} onSubmit={submit} noValidate>
        {signIn.isError && !hasFieldErrors && (
          <Alert tone="danger" isLive>
            {textOfError(signIn.error)}
          </Alert>
        )}
        <Field className={styles.wide} label="E-mail" error={errors.email?.[0]} isRequired>
          <Input name="email" type="email" autoComplete="username" inputMode="email" defaultValue={email} />
        </Field>
        <Field className={styles.wide} label="Password" error={errors.password?.[0]} isRequired>
          <Input
            name="password"
            type="password"
            autoComplete="current-password"
            data-autofocus={email ? '' : undefined}
          />
        </Field>
        <p className={styles.wide}>
          <button type="button" className={styles.link} aria-haspopup="dialog" onClick={() => setForgotten(true)}>
            Forgot your password?
          </button>
        </p>
      </form>
    </Dialog>
  )
}
