import { useCall } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { verifyToken } from '../../contract.ts'

type Link = { token: string; type: 'verify-email' | 'change-email' }

/** Confirms an e-mail by a click, so that mail scanners which open links confirm nothing; without a token it says where the link is. */
export function VerifyEmailScreen({ token, type }: Link) {
  const verify = useCall(verifyToken)
  const title = 'Confirm your e-mail'
  if (!token)
    return (
      <CardPage title={title} lead="The link is in the e-mail that we sent you: please open it from there.">
        <LinkButton href="/login" isBlock size="lg">
          Sign in
        </LinkButton>
      </CardPage>
    )
  if (verify.isSuccess)
    return (
      <CardPage title={title} lead={`${verify.data.data.email} is confirmed.`}>
        <LinkButton href="/login" isBlock size="lg">
          Continue
        </LinkButton>
      </CardPage>
    )
  return (
    <CardPage title={title} lead="Confirm that this address belongs to your account.">
      {verify.error && (
        <Alert tone="danger" isLive>
          {verify.error.message}
        </Alert>
      )}
      <Button isBlock size="lg" isLoading={verify.isPending} onClick={() => verify.mutate({ body: { token, type } })}>
        Confirm
      </Button>
    </CardPage>
  )
}
