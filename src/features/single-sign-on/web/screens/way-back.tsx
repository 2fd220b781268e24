import { type FormEvent, useState } from 'react'
import { goToSecondStep, needsSecondStep } from '#features/sessions/web/public.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { sendWayBack, useWayBack } from '../../contract-signing.ts'

/** Lets an admin of the portal in by mail; with a link it waits for a click, so that mail scanners use nothing up. */
export function WayBackScreen({ token }: { token: string | null }) {
  const { portal } = useSession()
  return (
    <CardPage
      title="Sign-in link"
      lead={
        token
          ? `Sign in to ${portal.name} as its administrator.`
          : 'Administrators of this portal can always sign in with a link sent by e-mail. It works once and for 15 minutes.'
      }
    >
      {token ? <UseLink token={token} /> : <AskForLink />}
      <Anchor href="/login">Back to sign in</Anchor>
    </CardPage>
  )
}

function UseLink({ token }: { token: string }) {
  const use = useCall(useWayBack, {
    onSuccess: ({ data }) => location.replace(data.landing_path),
    onError: (error) => {
      if (needsSecondStep(error)) goToSecondStep()
    },
  })
  return (
    <>
      {use.isError && (
        <Alert tone="danger" isLive>
          {use.error.message}
        </Alert>
      )}
      <Button isBlock size="lg" isLoading={use.isPending} onClick={() => use.mutate({ body: { token } })}>
        Sign in
      </Button>
    </>
  )
}

function AskForLink() {
  const [error, setError] = useState<string>()
  const send = useCall(sendWayBack, { onError: (failure) => setError(failure.errors.email?.[0] ?? failure.message) })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    setError(undefined)
    send.mutate({ body: { email: String(new FormData(event.currentTarget).get('email')) } })
  }
  return (
    <form method="post" onSubmit={submit} noValidate style={{ display: 'grid', gap: 16 }}>
      {send.isSuccess && (
        <Alert tone="success" isLive>
          {send.data.message}
        </Alert>
      )}
      <Field label="E-mail" error={error} isRequired>
        <Input name="email" type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Button type="submit" isBlock size="lg" isLoading={send.isPending}>
        Send the link
      </Button>
    </form>
  )
}
