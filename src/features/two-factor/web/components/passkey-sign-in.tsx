import { useState } from 'react'
import { openAfterSignIn } from '#features/sessions/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { OrLine } from '#ui/public/site/card-page.tsx'
import styles from '../two-factor.module.css'

/** Signing in with a passkey in place of e-mail and password (AUT-061). */
export function PasskeySignIn() {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const signIn = async () => {
    setBusy(true)
    setProblem(null)
    const { passkeyProblem, signInByPasskey } = await import('../use-passkey.ts')
    try {
      openAfterSignIn(await signInByPasskey(api))
    } catch (error) {
      setProblem(passkeyProblem(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.ways}>
      <OrLine>or</OrLine>
      {problem && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      <Button variant="outline" isBlock size="lg" isLoading={isBusy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </div>
  )
}
