import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { chooseRole, login } from '#features/sessions/contract.ts'
import type { ApiError } from '#kernel/client.ts'
import { type useApi, useSession } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { acceptInvite } from '../../contract.ts'
import { type Accepted, coursePath, type PartProps, Refusal, useAnswer } from '../components/answer.tsx'
import styles from './invitation.module.css'

/** Few need these; the page loads them when somebody does. */
const OtherWay = lazy(() => import('../components/other-way.tsx').then((file) => ({ default: file.OtherWay })))
const Closed = lazy(() => import('../components/closed.tsx').then((file) => ({ default: file.Closed })))
const Decline = lazy(() => import('../components/decline.tsx').then((file) => ({ default: file.Decline })))
const Declined = lazy(() => import('../components/decline.tsx').then((file) => ({ default: file.Declined })))

/** Opens the course as a learner: somebody may have signed in in another of their roles. */
const open = async (call: ReturnType<typeof useApi>['call'], accepted: Accepted) => {
  await call(chooseRole, { body: { role: 'learner' } })
  location.assign(coursePath(accepted))
}

/** A link that leads nowhere: mistyped, used up, or replaced by a newer one (AUT-016). */
export function BrokenLink() {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1>This link does not work</h1>
        <p className={styles.lead}>
          If you got a newer e-mail about the same course, use the link in that one. Otherwise ask the person who
          invited you to send the invitation again.
        </p>
        <LinkButton href="/login" variant="outline" isBlock>
          Sign in
        </LinkButton>
      </section>
    </div>
  )
}

/** An invitation: who invites to what, and how to accept or decline it (MGR-008, MGR-023). */
export function InvitationScreen({ token, invitation, isDeclining }: PartProps & { isDeclining: boolean }) {
  const { portal } = useSession()
  const [declined, setDeclined] = useState(false)
  const [asks, setAsks] = useState(isDeclining)
  const { course, inviter, text } = invitation
  if (declined)
    return (
      <Frame>
        <Suspense>
          <Declined invitation={invitation} />
        </Suspense>
      </Frame>
    )
  if (!invitation.is_open)
    return (
      <Frame>
        <Suspense>
          <Closed invitation={invitation} />
        </Suspense>
      </Frame>
    )
  return (
    <Frame>
      <p className={styles.company}>{portal.name}</p>
      <h1>You are invited to {course.title}</h1>
      <p className={styles.lead}>
        <strong>{inviter}</strong> invites you to take this course. It is already paid for. The invitation is open until{' '}
        <DayText value={invitation.expires_at} />.
      </p>
      {text && (
        <blockquote className={styles.text}>
          <p>{text}</p>
          <footer>{inviter}</footer>
        </blockquote>
      )}
      {asks ? (
        <Suspense>
          <Decline
            token={token}
            invitation={invitation}
            onBack={() => setAsks(false)}
            onDone={() => setDeclined(true)}
          />
        </Suspense>
      ) : (
        <>
          <Suspense>
            <Accept token={token} invitation={invitation} />
          </Suspense>
          <div className={styles.other}>
            <Button variant="ghost" isBlock onClick={() => setAsks(true)}>
              No thanks, decline
            </Button>
          </div>
        </>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>{children}</section>
    </div>
  )
}

function Accept(props: PartProps) {
  switch (props.invitation.needs) {
    case 'password':
      return <NewAccount {...props} />
    case 'sign_in':
      return <SignIn {...props} />
    case 'nothing':
      return <AcceptNow {...props} />
    default:
      return <OtherWay {...props} />
  }
}

/** Somebody without an account chooses a password and starts at once. */
function NewAccount({ token, invitation }: PartProps) {
  const { run, isBusy, error, errors } = useAnswer()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (name: string) => String(form.get(name) ?? '')
    void run(async (call) => {
      const { data } = await call(acceptInvite, {
        params: { token },
        body: {
          first_name: value('first_name').trim(),
          last_name: value('last_name').trim(),
          password: value('password'),
          password_confirmation: value('password_confirmation'),
        },
      })
      location.assign(coursePath(data))
    })
  }
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <h2>Create your account</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        You will sign in as <strong>{invitation.email}</strong>
      </p>
      {/* Password managers keep the e-mail with the password. */}
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <div className={styles.names}>
        <Field label="First name" error={errors.first_name?.[0]}>
          <Input name="first_name" autoComplete="given-name" defaultValue={invitation.first_name ?? ''} />
        </Field>
        <Field label="Last name" error={errors.last_name?.[0]}>
          <Input name="last_name" autoComplete="family-name" defaultValue={invitation.last_name ?? ''} />
        </Field>
      </div>
      <Field
        label="Password"
        hint="At least 8 characters with a letter, a digit and a special character."
        error={errors.password?.[0]}
        isRequired
      >
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <Field label="Password again" error={errors.password_confirmation?.[0]} isRequired>
        <Input name="password_confirmation" type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" isBlock size="lg" isLoading={isBusy}>
        Accept and start the course
      </Button>
      <p className={styles.small}>
        By accepting you agree to the <Anchor href="/terms">terms</Anchor> and the{' '}
        <Anchor href="/privacy-statement">privacy statement</Anchor>.
      </p>
    </form>
  )
}

/** Somebody who has an account signs in with it; the link alone is not enough. */
function SignIn({ token, invitation }: PartProps) {
  const { run, isBusy, error, errors } = useAnswer()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    void run(async (call) => {
      const body = { email: invitation.email, password, remember: false, purpose: 'invitation' as const }
      await call(login, { body }).catch(async (refusal: ApiError) => {
        if (refusal.code !== 'second_step_required') throw refusal
        // The invitation is opened again, signed in, and accepted with one press.
        const { goToSecondStep } = await import('#features/sessions/web/public.ts')
        goToSecondStep({ isKept: true })
        return new Promise(() => {})
      })
      const { data } = await call(acceptInvite, { params: { token }, body: {} })
      await open(call, data)
    })
  }
  return (
    <form method="post" className={styles.form} onSubmit={submit} noValidate>
      <h2>Sign in to accept</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        <strong>{invitation.email}</strong> has an account. Sign in with its password.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <Field label="Password" error={errors.password?.[0]} isRequired>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" isBlock size="lg" isLoading={isBusy}>
        Sign in and accept
      </Button>
      <p className={styles.small}>
        <Anchor href="/forgot-password">Forgot your password, or never set one?</Anchor> Set a new one, then open the
        link in the invitation again.
      </p>
    </form>
  )
}

function AcceptNow({ token, invitation }: PartProps) {
  const { run, isBusy, error } = useAnswer()
  const accept = () =>
    run(async (call) => {
      const { data } = await call(acceptInvite, { params: { token }, body: {} })
      await open(call, data)
    })
  return (
    <div className={styles.form}>
      <Refusal error={error} />
      <p className={styles.mail}>
        You accept as <strong>{invitation.email}</strong>
      </p>
      <Button isBlock size="lg" isLoading={isBusy} onClick={() => void accept()}>
        Accept and start the course
      </Button>
    </div>
  )
}
