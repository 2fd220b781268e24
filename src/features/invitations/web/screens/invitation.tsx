import { type FormEvent, type ReactNode, useState } from 'react'
import { chooseRole, login, logout } from '#features/sessions/contract.ts'
import { ProviderInstead } from '#features/sessions/web/public.ts'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { acceptInvite, declineInvite, type showInvite } from '../../contract.ts'
import { INVITATION } from '../../rules/status.ts'
import styles from './invitation.module.css'

type Invitation = Wire<typeof showInvite>['data']
type Accepted = Wire<typeof acceptInvite>['data']
type PartProps = { token: string; invitation: Invitation }

const coursePath = ({ course_slug: slug, related_id: id }: Accepted) => `/courses/learner/${slug}/${id}/overview`

/** Opens the course as a learner: somebody may have signed in in another of their roles. */
const open = async (call: ReturnType<typeof useApi>['call'], accepted: Accepted) => {
  await call(chooseRole, { body: { role: 'learner' } })
  location.assign(coursePath(accepted))
}

/** A call of the page with what it was refused for, at the fields or above them. */
const useAnswer = () => {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const run = async (work: (call: typeof api.call) => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await work(api.call)
    } catch (caught) {
      setBusy(false)
      setError(
        caught instanceof ApiError
          ? caught
          : new ApiError(0, { code: 'unreachable', message: 'We could not reach the server. Please try again.' }),
      )
    }
  }
  return { run, isBusy, error, errors: error?.errors ?? {}, setBusy }
}

const Refusal = ({ error }: { error: ApiError | null }) =>
  error && Object.keys(error.errors).length === 0 ? (
    <Alert tone="danger" isLive>
      {error.message}
    </Alert>
  ) : null

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
        <h1>You declined the invitation</h1>
        <p className={styles.lead} role="status">
          {inviter} will see that you do not take {course.title}. There is nothing else to do.
        </p>
      </Frame>
    )
  if (!invitation.is_open) return <Closed invitation={invitation} />
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
        <Decline token={token} invitation={invitation} onBack={() => setAsks(false)} onDone={() => setDeclined(true)} />
      ) : (
        <>
          <Accept token={token} invitation={invitation} />
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

const ENDS: Readonly<Record<number, string>> = {
  [INVITATION.accepted]: 'This invitation was accepted',
  [INVITATION.cancelled]: 'This invitation was canceled',
  [INVITATION.declined]: 'This invitation was declined',
}

function Closed({ invitation: { status, inviter, course, related_id: id } }: { invitation: Invitation }) {
  const isAccepted = status === INVITATION.accepted
  return (
    <Frame>
      <h1>{ENDS[status] ?? 'This invitation has expired'}</h1>
      <p className={styles.lead}>
        {isAccepted
          ? `Your course ${course.title} is waiting for you.`
          : `It was for the course ${course.title}. If you would like to take it, ask ${inviter} to invite you again.`}
      </p>
      <LinkButton
        href={
          isAccepted && id ? coursePath({ course_slug: course.slug, related_id: id, is_signed_in: false }) : '/login'
        }
        isBlock
        size="lg"
        variant={isAccepted ? 'primary' : 'outline'}
      >
        {isAccepted && id ? 'Open the course' : 'Sign in'}
      </LinkButton>
    </Frame>
  )
}

function Accept(props: PartProps) {
  switch (props.invitation.needs) {
    case 'password':
      return <NewAccount {...props} />
    case 'sign_in':
      return <SignIn {...props} />
    case 'provider':
      return <AtProvider {...props} />
    case 'other_account':
      return <OtherAccount {...props} />
    case 'nothing':
      return <AcceptNow {...props} />
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

/** Where the portal takes no password from them, people accept by signing in at the provider, and come back here (SSO-025). */
const AtProvider = ({ invitation: { email, provider } }: PartProps) => (
  <div className={styles.form}>
    <ProviderInstead provider={provider ?? 'your provider'} isKept>
      <h2>Sign in to accept</h2>
      <p className={styles.mail}>
        The invitation is for <strong>{email}</strong>. Sign in with that account; then you come back here to accept.
      </p>
    </ProviderInstead>
  </div>
)

function OtherAccount({ invitation }: PartProps) {
  const { viewer } = useSession()
  const { run, isBusy, error } = useAnswer()
  const leave = () =>
    run(async (call) => {
      await call(logout)
      location.reload()
    })
  return (
    <div className={styles.form}>
      <h2>You are signed in as somebody else</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        The invitation is for <strong>{invitation.email}</strong>, and you are signed in as {viewer?.email}.{' '}
        {invitation.provider === null
          ? 'Sign out to accept it; you stay on this page.'
          : `Sign out, then sign in with ${invitation.provider} as ${invitation.email}. If you have no such account, ask ${invitation.inviter} to invite ${viewer?.email}.`}
      </p>
      <Button isBlock size="lg" isLoading={isBusy} onClick={() => void leave()}>
        Sign out and continue
      </Button>
    </div>
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

/** Asks before an invitation is declined: a link in a mail may be opened by a program. */
function Decline({ token, invitation, onBack, onDone }: PartProps & { onBack: () => void; onDone: () => void }) {
  const { run, isBusy, error } = useAnswer()
  const decline = () =>
    run(async (call) => {
      await call(declineInvite, { params: { token } })
      onDone()
    })
  return (
    <div className={styles.form}>
      <h2>Decline the invitation?</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        {invitation.inviter} will see that you declined. You can take the course later only if you are invited again.
      </p>
      <Button isBlock size="lg" variant="danger" isLoading={isBusy} onClick={() => void decline()}>
        Decline the invitation
      </Button>
      <Button variant="outline" isBlock onClick={onBack}>
        Go back
      </Button>
    </div>
  )
}
