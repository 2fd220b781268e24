import { useCall } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { verifyToken } from '../../contract.ts'
import styles from '../card.module.css'

type Link = { token: string; type: 'verify-email' | 'change-email' }

/** Confirms an e-mail by a click, so that mail scanners which open links confirm nothing; without a token it says where the link is. */
export function VerifyEmailScreen({ token, type }: Link) {
  const verify = useCall(verifyToken)
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>Confirm your e-mail</h1>
        {!token ? (
          <>
            <p className={styles.lead}>The link is in the e-mail that we sent you: please open it from there.</p>
            <LinkButton href="/login" isBlock size="lg">
              Sign in
            </LinkButton>
          </>
        ) : verify.isSuccess ? (
          <>
            <p className={styles.lead}>{verify.data.data.email} is confirmed.</p>
            <LinkButton href="/login" isBlock size="lg">
              Continue
            </LinkButton>
          </>
        ) : (
          <div className={styles.form}>
            <p className={styles.lead}>Confirm that this address belongs to your account.</p>
            {verify.error && (
              <Alert tone="danger" isLive>
                {verify.error.message}
              </Alert>
            )}
            <Button
              isBlock
              size="lg"
              isLoading={verify.isPending}
              onClick={() => verify.mutate({ body: { token, type } })}
            >
              Confirm
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
