import { Anchor } from '#ui/public/parts/anchor.tsx'
import styles from '../card.module.css'
import { SendLinkForm } from '../components/send-link-form.tsx'

/** The page that sends a reset link (AUT-009). */
export function SendLinkScreen({ email, notice }: { email?: string; notice?: string }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>Reset your password</h1>
        <p className={styles.lead}>We will send you a link to set a new password. It is valid for 60 minutes.</p>
        <SendLinkForm {...(email && { email })} notice={notice}>
          <Anchor href="/login">Back to sign in</Anchor>
        </SendLinkForm>
      </div>
    </div>
  )
}
