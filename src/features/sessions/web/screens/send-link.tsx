import { Anchor } from '#ui/public/parts/anchor.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { SendLinkForm } from '../components/send-link-form.tsx'

/** The page that sends a reset link (AUT-009). */
export function SendLinkScreen({ email, notice }: { email?: string; notice?: string }) {
  return (
    <CardPage
      title="Reset your password"
      lead="We will send you a link to set a new password. It is valid for 60 minutes."
    >
      <SendLinkForm {...(email && { email })} notice={notice}>
        <Anchor href="/login">Back to sign in</Anchor>
      </SendLinkForm>
    </CardPage>
  )
}
