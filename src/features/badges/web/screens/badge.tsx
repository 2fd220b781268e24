import { type FormEvent, useRef, useState } from 'react'
import type { listDemoPeople } from '#features/sessions/contract.ts'
import { goToSecondStep, needsSecondStep, openAfterSignIn } from '#features/sessions/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import card from '#ui/public/parts/card-form.module.css'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { signInByBadge, startBadge } from '../../contract.ts'
import { DemoBadges } from '../components/demo-badges.tsx'
import { useScanned } from '../use-scanned.ts'

type Scanned = ReturnType<typeof useScanned>
type FormProps = {
  scanned: Scanned
  /** To the other form. */
  onOther: () => void
  /** Leaves what was scanned, to type a number. */
  onType: () => void
  /** Whether the portal sends links by text (TXT-018). */
  hasTexts?: boolean
}
type People = Wire<typeof listDemoPeople>['data']
type Failure = { status: number; code: string; message: string; errors: Record<string, string[]> }

/** Signs in with a badge and its PIN, or sets the PIN with a start code (BDG-014, BDG-015, BDG-022). */
export function BadgeScreen({ people, hasTexts }: { people: People; hasTexts: boolean }) {
  const { portal } = useSession()
  const latest = useScanned()
  const [left, setLeft] = useState<Scanned>(null)
  // A badge that is scanned afterwards counts again.
  const scanned = latest === left ? null : latest
  const [chosen, setChosen] = useState<'enter' | 'start' | null>(null)
  if (!portal.setting.has_badges) return <SwitchedOff />
  const way = chosen ?? (scanned?.start_code ? 'start' : 'enter')
  const isStart = way === 'start'
  return (
    <CardPage
      title={isStart ? 'Set your PIN' : 'Sign in with a badge'}
      lead={
        isStart
          ? 'Enter the start code from your slip, and choose a PIN that only you know.'
          : `Welcome to ${portal.name}.`
      }
      below={<DemoBadges people={people} />}
    >
      {isStart ? (
        <StartForm key="start" scanned={scanned} onOther={() => setChosen('enter')} onType={() => setLeft(latest)} />
      ) : (
        <EnterForm
          key="enter"
          scanned={scanned}
          onOther={() => setChosen('start')}
          onType={() => setLeft(latest)}
          hasTexts={hasTexts}
        />
      )}
      <p className={card.other}>
        Do you have an e-mail here? <Anchor href="/login">Sign in with your e-mail</Anchor>
      </p>
    </CardPage>
  )
}

/** What a badge leads to while the portal takes none (BDG-036). */
const SwitchedOff = () => (
  <CardPage title="Sign in with a badge">
    <div className={card.form}>
      <Alert tone="warning">
        This portal does not take badges now. Sign in with your e-mail, or ask your manager how to sign in. Your badge
        and PIN are kept.
      </Alert>
      <LinkButton href="/login" isBlock size="lg">
        Sign in with your e-mail
      </LinkButton>
    </div>
  </CardPage>
)

/** Says what was refused, beside its field where it has one. */
const useFailure = () => {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (error: Failure) => {
    if (needsSecondStep(error)) {
      goToSecondStep()
      // The button stays busy until the other page is there.
      return new Promise<never>(() => {})
    }
    setErrors(error.errors)
    const first = Object.keys(error.errors)[0]
    setProblem(first ? null : error.message)
    form.current?.querySelector<HTMLInputElement>(first ? `[name="${first}"]` : '[name="secret"]')?.focus()
    return undefined
  }
  const clear = () => {
    setErrors({})
    setProblem(null)
  }
  return { form, errors, problem, fail, clear }
}

const Problem = ({ text }: { text: string | null }) =>
  text && (
    <Alert tone="danger" isLive>
      {text}
    </Alert>
  )

/** The number of the badge; one that was scanned needs none. */
const BadgeField = ({
  scanned,
  error,
  onType,
}: Pick<FormProps, 'scanned' | 'onType'> & { error: string | undefined }) =>
  scanned ? (
    <Alert
      tone="success"
      isLive
      action={
        <Button variant="ghost" size="sm" onClick={onType}>
          Type a number instead
        </Button>
      }
    >
      Your badge was scanned.
    </Alert>
  ) : (
    <Field label="Badge number" error={error} isRequired>
      <Input name="badge" autoComplete="username" autoCapitalize="characters" spellCheck={false} maxLength={40} />
    </Field>
  )

const text = (data: FormData, name: string): string => String(data.get(name) ?? '')

function EnterForm({ scanned, onOther, onType, hasTexts }: FormProps) {
  const { form, errors, problem, fail, clear } = useFailure()
  const enter = useCall(signInByBadge, { onSuccess: ({ data }) => openAfterSignIn(data), onError: fail })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (enter.isPending) return
    const data = new FormData(event.currentTarget)
    clear()
    enter.mutate({
      body: {
        badge: scanned?.code ?? text(data, 'badge'),
        secret: text(data, 'secret'),
        remember: data.has('remember'),
      },
    })
  }
  return (
    <form ref={form} method="post" className={card.form} onSubmit={submit} noValidate>
      <Problem text={problem} />
      <BadgeField scanned={scanned} error={errors.badge?.[0]} onType={onType} />
      <Field label="PIN or password" error={errors.secret?.[0]} isRequired>
        <Input name="secret" type="password" autoComplete="current-password" maxLength={200} />
      </Field>
      <Checkbox name="remember" label="Keep me signed in" />
      <Button type="submit" isBlock size="lg" isLoading={enter.isPending}>
        Sign in
      </Button>
      <Button variant="outline" isBlock onClick={onOther}>
        I have a start code
      </Button>
      <p className={card.note}>
        Forgot your PIN?{' '}
        {hasTexts ? (
          <>
            <Anchor href="/badge/text">Text me a link</Anchor>, or ask
          </>
        ) : (
          'Ask'
        )}{' '}
        your manager for a new start code.
      </p>
    </form>
  )
}

function StartForm({ scanned, onOther, onType }: FormProps) {
  const { form, errors, problem, fail, clear } = useFailure()
  // One that was scanned and refused gives way to one that is typed.
  const [isRefused, setRefused] = useState(false)
  const isCodeTyped = !scanned?.start_code || isRefused
  const start = useCall(startBadge, {
    onSuccess: ({ data }) => openAfterSignIn(data),
    onError: (error) => {
      if (error.errors.start_code) setRefused(true)
      return fail(error)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (start.isPending) return
    const data = new FormData(event.currentTarget)
    clear()
    start.mutate({
      body: {
        badge: scanned?.code ?? text(data, 'badge'),
        start_code: isCodeTyped ? text(data, 'start_code') : (scanned?.start_code ?? ''),
        secret: text(data, 'secret'),
        secret_confirmation: text(data, 'secret_confirmation'),
        remember: data.has('remember'),
      },
    })
  }
  return (
    <form ref={form} method="post" className={card.form} onSubmit={submit} noValidate>
      <Problem text={problem} />
      <BadgeField scanned={scanned} error={errors.badge?.[0]} onType={onType} />
      {isCodeTyped && (
        <Field label="Start code" hint="For example 7KQM-2XVD." error={errors.start_code?.[0]} isRequired>
          <Input name="start_code" autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
        </Field>
      )}
      <Field
        label="New PIN or password"
        hint="Six digits are a PIN. If you look after other people here, choose a password instead."
        error={errors.secret?.[0]}
        isRequired
      >
        <Input name="secret" type="password" autoComplete="new-password" maxLength={200} />
      </Field>
      <Field label="PIN or password again" error={errors.secret_confirmation?.[0]} isRequired>
        <Input name="secret_confirmation" type="password" autoComplete="new-password" maxLength={200} />
      </Field>
      <Checkbox name="remember" label="Keep me signed in" />
      <Button type="submit" isBlock size="lg" isLoading={start.isPending}>
        Set PIN and sign in
      </Button>
      <Button variant="outline" isBlock onClick={onOther}>
        I have a PIN already
      </Button>
    </form>
  )
}
