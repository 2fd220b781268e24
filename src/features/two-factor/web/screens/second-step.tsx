import { type FormEvent, useEffect, useRef, useState } from 'react'
import { openAfterSignIn } from '#features/sessions/web/public.ts'
import type { Args, Wire } from '#kernel/endpoint.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { showSecondStep, takeSecondStep } from '../../contract.ts'
import styles from '../two-factor.module.css'

type Step = Wire<typeof showSecondStep>['data']
type Way = 'code' | 'passkey' | 'recovery_code'

const LEADS: Record<Way, string> = {
  code: 'Enter the code that your authenticator app shows for this account.',
  passkey: 'Use the passkey that you added for this site.',
  recovery_code: 'Enter one of the recovery codes that you saved. It works once.',
}
const OTHERS: Record<Way, string> = {
  code: 'Use a code from your app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
}

const waysOf = ({ has_app, has_passkey }: Step): Way[] => [
  ...(has_app ? (['code'] as const) : []),
  ...(has_passkey ? (['passkey'] as const) : []),
  'recovery_code',
]

/** After the right password: a code, a passkey or a recovery code (AUT-059). */
export function SecondStepScreen() {
  const api = useApi()
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api.call(showSecondStep).then(
      ({ data }) => setStep(data),
      (error: Error) => setProblem(error.message),
    )
  }, [api])
  return (
    <CardPage title="Confirm that it is you">
      {step ? <Ways step={step} /> : problem ? <Expired text={problem} /> : <LoadingNote text="Loading" />}
    </CardPage>
  )
}

function Expired({ text }: { text: string }) {
  return (
    <div className={styles.form}>
      <Alert tone="warning" isLive>
        {text}
      </Alert>
      <LinkButton href="/login" isBlock size="lg">
        Back to sign in
      </LinkButton>
    </div>
  )
}

function Ways({ step }: { step: Step }) {
  const api = useApi()
  const ways = waysOf(step)
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const take = useCall(takeSecondStep, {
    onSuccess: ({ data }) => {
      openAfterSignIn(data)
      // The button stays busy until the next page is there.
      return new Promise(() => {})
    },
    onError: (error) => {
      setProblem(error.message)
      const input = form.current?.querySelector('input')
      input?.focus()
      input?.select()
    },
  })
  const send = (body: Args<typeof takeSecondStep>['body']) => {
    if (take.isPending) return
    setProblem(null)
    const trusts_device = new FormData(form.current ?? undefined).has('trusts_device')
    take.mutate({ body: { ...body, trusts_device } })
  }
  const askPasskey = async () => {
    setProblem(null)
    const { askForPasskey, passkeyProblem } = await import('../use-passkey.ts')
    try {
      send({ credential: await askForPasskey(api) })
    } catch (error) {
      setProblem(passkeyProblem(error))
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (way === 'passkey') return void askPasskey()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '')
    send(way === 'code' ? { code: typed } : { recovery_code: typed })
  }
  return (
    <>
      <p className={styles.lead}>{LEADS[way]}</p>
      {/* A wrong code stays in the field, and each way begins with an empty one. */}
      <form key={way} ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
        {way === 'passkey' && problem && (
          <Alert tone="danger" isLive>
            {problem}
          </Alert>
        )}
        {way !== 'passkey' && (
          <Field
            className={styles.code}
            label={way === 'code' ? 'Code' : 'Recovery code'}
            hint={way === 'code' ? 'Six digits, new every 30 seconds.' : 'For example 7hk3m-q2xvd.'}
            error={problem}
            isRequired
          >
            <Input
              name="code"
              autoComplete={way === 'code' ? 'one-time-code' : 'off'}
              inputMode={way === 'code' ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={way === 'code' ? 10 : 20}
            />
          </Field>
        )}
        {step.trust_days !== null && (
          <Checkbox
            name="trusts_device"
            label={`Trust this browser for ${step.trust_days} days`}
            hint="Only on a device that nobody else uses. Your password alone is enough here until then."
          />
        )}
        <Button type="submit" isBlock size="lg" isLoading={take.isPending}>
          {way === 'passkey' ? 'Use your passkey' : 'Sign in'}
        </Button>
      </form>
      <div className={styles.others}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              variant="ghost"
              isBlock
              onClick={() => {
                setProblem(null)
                setWay(other)
              }}
            >
              {OTHERS[other]}
            </Button>
          ))}
        <p className={styles.muted}>
          Lost everything? Ask an administrator of this site to reset your two-factor sign-in.{' '}
          <Anchor href="/login">Back to sign in</Anchor>
        </p>
      </div>
    </>
  )
}
