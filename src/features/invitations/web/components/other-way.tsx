import { logout } from '#features/sessions/contract.ts'
import { ProviderInstead } from '#features/sessions/web/public.ts'
import { displayName } from '#kernel/text.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../screens/invitation.module.css'
import { type PartProps, Refusal, useAnswer } from './answer.tsx'

/** How people accept who are signed in with another e-mail, or of whom the portal takes no password. */
export const OtherWay = (props: PartProps) =>
  props.invitation.needs === 'provider' ? <AtProvider {...props} /> : <OtherAccount {...props} />

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
  const signedInAs = viewer && (viewer.email ?? displayName(viewer))
  return (
    <div className={styles.form}>
      <h2>You are signed in as somebody else</h2>
      <Refusal error={error} />
      <p className={styles.mail}>
        The invitation is for <strong>{invitation.email}</strong>, and you are signed in as {signedInAs}.{' '}
        {invitation.provider === null
          ? 'Sign out to accept it; you stay on this page.'
          : `Sign out, then sign in with ${invitation.provider} as ${invitation.email}. If you have no such account, ask ${invitation.inviter} to invite ${viewer?.email ?? 'an e-mail of yours'}.`}
      </p>
      <Button isBlock size="lg" isLoading={isBusy} onClick={() => void leave()}>
        Sign out and continue
      </Button>
    </div>
  )
}
