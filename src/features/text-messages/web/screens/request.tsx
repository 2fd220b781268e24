import { type FormEvent, useState } from 'react'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import form from '#ui/public/parts/card-form.module.css'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { requestTextLink } from '../../contract-links.ts'
import { SIGN_IN_MINUTES } from '../../rules/words.ts'

/** Asks for a link that signs in; the answer says nothing about the badge (TXT-018). */
export function RequestScreen({ hasTexts }: { hasTexts: boolean }) {
  const { portal } = useSession()
  const [error, setError] = useState<string | null>(null)
  const [isField, setIsField] = useState(false)
  const [isSent, setSent] = useState(false)
  const ask = useCall(requestTextLink, {
    onSuccess: () => setSent(true),
    onError: (failure) => {
      const own = failure.errors.badge?.[0]
      setIsField(own !== undefined)
      setError(own ?? failure.message)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ask.isPending) return
    setError(null)
    ask.mutate({ body: { badge: String(new FormData(event.currentTarget).get('badge') ?? '') } })
  }
  const below = (
    <p className={form.other}>
      <Anchor href="/badge">Sign in with your PIN instead</Anchor>
    </p>
  )
  if (!hasTexts)
    return (
      <CardPage title="Get a link by text">
        <div className={form.form}>
          <Alert tone="warning">{portal.name} sends no text messages. Sign in with your badge and PIN.</Alert>
          <LinkButton href="/badge" isBlock size="lg">
            Sign in with a badge
          </LinkButton>
        </div>
      </CardPage>
    )
  if (isSent)
    return (
      <CardPage title="Look at your phone">
        <div className={form.form}>
          <Alert tone="success" isLive>
            If this badge has a confirmed mobile number, a link is on its way. It works once, for {SIGN_IN_MINUTES}{' '}
            minutes.
          </Alert>
          <p className={form.note}>No text after a few minutes? Ask your manager for a start code.</p>
          <Button variant="outline" isBlock onClick={() => setSent(false)}>
            Ask again
          </Button>
        </div>
        {below}
      </CardPage>
    )
  return (
    <CardPage title="Get a link by text" lead="We text a link to the mobile number of your badge. It signs you in.">
      <form method="post" className={form.form} onSubmit={submit} noValidate>
        {error && !isField && (
          <Alert tone="danger" isLive>
            {error}
          </Alert>
        )}
        <Field label="Badge number" error={isField ? (error ?? undefined) : undefined} isRequired>
          <Input name="badge" autoComplete="username" autoCapitalize="characters" spellCheck={false} maxLength={40} />
        </Field>
        <Button type="submit" isBlock size="lg" isLoading={ask.isPending}>
          Text me a link
        </Button>
      </form>
      {below}
    </CardPage>
  )
}
