import { useEffect, useRef } from 'react'
import { takeRedirect } from '#features/sessions/web/public.ts'
import { useCall } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { finishSignOn } from '../../contract-signing.ts'
import styles from '../card.module.css'

/** Finishes a sign-in with what the provider sent, and goes to where the person wanted to be. */
export function CallbackScreen() {
  const finish = useCall(finishSignOn, {
    onSuccess: ({ data: { landing_path: path, is_test: isTest } }) =>
      location.replace((isTest ? null : takeRedirect()) ?? path),
  })
  const isSent = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ body: { query: location.search.slice(1) } })
    // The answer opens nothing a second time, and need not stay in the history.
    history.replaceState(history.state, '', location.pathname)
  }, [mutate])
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>{finish.isError ? 'You are not signed in' : 'Signing you in'}</h1>
        {finish.isError ? (
          <>
            <Alert tone="danger" isLive>
              {finish.error.message}
            </Alert>
            <LinkButton href="/login" isBlock size="lg">
              Back to sign in
            </LinkButton>
          </>
        ) : (
          <p role="status">One moment, please.</p>
        )}
      </div>
    </div>
  )
}
