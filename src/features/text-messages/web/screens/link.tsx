import { type FormEvent, useEffect, useRef, useState } from 'react'
import { goToSecondStep, needsSecondStep, openAfterSignIn } from '#features/sessions/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import form from '#ui/public/parts/card-form.module.css'
import { Checkbox, Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { showTextLink, signInByText, startByText } from '../../contract-links.ts'
import { LINK_PATH, readLinkHash } from '../../rules/words.ts'

type Link = Wire<typeof showTextLink>['data']
type Failure = { status: number; code: string; message: string; errors: Record<string, string[]> }

/**
 * What a link in a text opens: a form to set the PIN, or a button that signs in. Only pressing it uses the link up: phones open links
 * for their previews (TXT-012).
 */
export function LinkScreen() {
  const [token, setToken] = useState<string | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const show = useCall(showTextLink, {
    onSuccess: ({ data }) => setLink(data),
    onError: (error) => setOver(error.message),
  })
  const { mutate } = show
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const linkToken = readLinkHash(location.hash)
    // Neither the history of the browser nor somebody who looks at it has the token.
    history.replaceState(history.state, '', LINK_PATH)
    if (!linkToken) return setOver('This link is not complete. Open it again from the text message.')
    setToken(linkToken)
    mutate({ body: { token: linkToken } })
  }, [mutate])
  if (over !== null) return <Over text={over} />
  if (!link || token === null)
    return (
      <CardPage title="Sign in">
        <p className={form.note} role="status">
          Checking your link
        </p>
      </CardPage>
    )
  return link.kind === 'start' ? (
    <Start token={token} link={link} onOver={setOver} />
  ) : (
    <Enter token={token} link={link} onOver={setOver} />
  )
}

const Over = ({ text }: { text: string }) => (
  <CardPage title="This link does not work">
    <div className={form.form}>
      <Alert tone="warning" isLive>
        {text}
      </Alert>
      <LinkButton href="/badge" isBlock size="lg">
        Sign in with a badge
      </LinkButton>
    </div>
  </CardPage>
)

type FormProps = { token: string; link: Link; onOver: (text: string) => void }

/** Says what was refused, beside its field where it has one. */
const useFailure = (onOver: FormProps['onOver']) => {
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (error: Failure) => {
    if (needsSecondStep(error)) {
      goToSecondStep()
      // The button stays busy until the other page is there.
      return new Promise<never>(() => {})
    }
    if (error.code === 'text_link_over') onOver(error.message)
    setErrors(error.errors)
    setProblem(Object.keys(error.errors).length > 0 ? null : error.message)
    return undefined
  }
  return { errors, problem, fail }
}

const Problem = ({ text }: { text: string | null }) =>
  text && (
    <Alert tone="danger" isLive>
      {text}
    </Alert>
  )

const greeting = ({ first_name: name, badge_number: number }: Link) =>
  `${name ? `Hello ${name}. ` : ''}Your badge number is ${number}.`

function Enter({ token, link, onOver }: FormProps) {
  const { portal } = useSession()
  const { problem, fail } = useFailure(onOver)
  const enter = useCall(signInByText, { onSuccess: ({ data }) => openAfterSignIn(data), onError: fail })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (enter.isPending) return
    enter.mutate({ body: { token, remember: new FormData(event.currentTarget).has('remember') } })
  }
  return (
    <CardPage title={`Sign in to ${portal.name}`} lead={greeting(link)}>
      <form method="post" className={form.form} onSubmit={submit}>
        <Problem text={problem} />
        <Checkbox name="remember" label="Keep me signed in" />
        <Button type="submit" isBlock size="lg" isLoading={enter.isPending}>
          Sign in
        </Button>
        <p className={form.note}>Not you? Close this page: nothing happens until you sign in.</p>
      </form>
    </CardPage>
  )
}

function Start({ token, link, onOver }: FormProps) {
  const { errors, problem, fail } = useFailure(onOver)
  const start = useCall(startByText, { onSuccess: ({ data }) => openAfterSignIn(data), onError: fail })
  const what = link.is_pin_enough ? 'PIN' : 'password'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (start.isPending) return
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    start.mutate({
      body: {
        token,
        secret: text('secret'),
        secret_confirmation: text('secret_confirmation'),
        remember: data.has('remember'),
      },
    })
  }
  return (
    <CardPage title={`Set your ${what}`} lead={`${greeting(link)} You sign in with both from now on.`}>
      <form method="post" className={form.form} onSubmit={submit} noValidate>
        <Problem text={problem} />
        <Field
          label={link.is_pin_enough ? 'New PIN' : 'New password'}
          hint={
            link.is_pin_enough
              ? 'Six digits that only you know, or a password.'
              : 'At least 8 characters, since you look after other people here.'
          }
          error={errors.secret?.[0]}
          isRequired
        >
          <Input name="secret" type="password" autoComplete="new-password" maxLength={200} />
        </Field>
        <Field
          label={`${what === 'PIN' ? 'PIN' : 'Password'} again`}
          error={errors.secret_confirmation?.[0]}
          isRequired
        >
          <Input name="secret_confirmation" type="password" autoComplete="new-password" maxLength={200} />
        </Field>
        <Checkbox name="remember" label="Keep me signed in" />
        <Button type="submit" isBlock size="lg" isLoading={start.isPending}>
          Set {what} and sign in
        </Button>
      </form>
    </CardPage>
  )
}
