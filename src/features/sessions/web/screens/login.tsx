import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ENDING_WORDS, type SessionEnding } from '#kernel/access/session-ending.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { type listDemoPeople, login } from '../../contract.ts'
import { openAfterSignIn } from '../after-sign-in.ts'
import styles from '../card.module.css'
import { DemoPeople } from '../components/demo-people.tsx'
import { goToSecondStep, needsSecondStep } from '../second-step.ts'

type Person = Wire<typeof listDemoPeople>['data'][number]

/** Whether the server says why nobody is signed in: what to do next stays on the page. */
const isRefusal = ({ status }: { status: number }) => status >= 400 && status < 500

type Props = {
  people: readonly Person[]
  /** Why somebody is here who was signed in until now. */
  ended: SessionEnding | null
  /** Other ways to sign in, above the password. */
  children?: ReactNode
  /** Other ways to sign in, below the password. */
  ways?: ReactNode
  /** The portal takes no passwords, but from people of the platform. */
  isPasswordOff?: boolean
}

/** Signing in, and in the demo one click for each of its people. */
export function LoginScreen({ people, ended, children, ways, isPasswordOff = false }: Props) {
  const { portal } = useSession()
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ended) import('../remove-courses.ts').then((file) => file.removeCourses(ended)).catch(() => {})
  }, [ended])
  const signIn = useCall(login, {
    onSuccess: ({ data }) => openAfterSignIn(data),
    onError: (error) => {
      if (needsSecondStep(error)) {
        goToSecondStep()
        // The button stays busy until the other page is there.
        return new Promise<never>(() => {})
      }
      setErrors(error.errors)
      if (!isRefusal(error)) toast.error(error)
      const first = Object.keys(error.errors)[0]
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return undefined
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    const data = new FormData(event.currentTarget)
    setErrors({})
    signIn.mutate({
      body: {
        email: String(data.get('email')),
        password: String(data.get('password')),
        remember: data.has('remember'),
      },
    })
  }
  const fields = (
    <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
      {signIn.isError && isRefusal(signIn.error) && Object.keys(errors).length === 0 && (
        <Alert tone="danger" isLive>
          {signIn.error.message}
        </Alert>
      )}
      <Field label="E-mail" error={errors.email?.[0]} isRequired>
        <Input name="email" type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label="Password" error={errors.password?.[0]} isRequired>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <div className={styles.row}>
        <Checkbox name="remember" label="Keep me signed in" />
        <Anchor href="/forgot-password">Forgot your password?</Anchor>
      </div>
      <Button type="submit" isBlock size="lg" isLoading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  )
  const demo = (
    <DemoPeople
      lead="These people are fictitious. Nothing you do here reaches anyone outside."
      people={people.map(({ email, name, roles }) => ({ key: email, name, about: roles.join(', ') }))}
      isBusy={signIn.isPending}
      onChoose={(email) => signIn.mutate({ body: { email, password: people[0]?.password ?? '' } })}
    />
  )
  return (
    <CardPage title="Sign in" lead={`Welcome to ${portal.name}.`} below={demo}>
      {ended && (
        <Alert tone="warning" isLive title={ENDING_WORDS[ended].title}>
          {ENDING_WORDS[ended].text}
        </Alert>
      )}
      {children}
      {isPasswordOff ? (
        <details className={styles.folded}>
          <summary>Platform staff: sign in with a password</summary>
          <div className={styles.form}>
            {fields}
            {ways}
          </div>
        </details>
      ) : (
        <>
          {fields}
          {ways}
        </>
      )}
    </CardPage>
  )
}
