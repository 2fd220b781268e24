import { useSession } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import styles from '../card.module.css'
import { ProviderInstead } from '../components/provider-instead.tsx'
import { SendLinkForm } from '../components/send-link-form.tsx'

/** The page that sends a reset link (AUT-009). */
export function SendLinkScreen({ email, notice }: { email?: string; notice?: string }) {
  const { password_provider: provider } = useSession().portal
  if (provider !== null)
    return (
      <CardPage
        title="You need no password here"
        lead={`You sign in with ${provider}. A forgotten password is reset there.`}
      >
        <ProviderInstead provider={provider} />
        <details className={styles.folded}>
          <summary>Platform staff: reset your password</summary>
          <SendLinkForm />
        </details>
      </CardPage>
    )
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
