import { useEffect, useRef } from 'react'
import { keptPath, takeRedirect } from '#features/sessions/web/public.ts'
import { useCall } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { finishSignOn } from '../../contract-signing.ts'

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
    <CardPage
      title={finish.isError ? 'You are not signed in' : 'Signing you in'}
      lead={!finish.isError && <span role="status">One moment, please.</span>}
    >
      {finish.isError && (
        <>
          <Alert tone="danger" isLive>
            {finish.error.message}
          </Alert>
          <WayOn />
        </>
      )}
    </CardPage>
  )
}

/** Where to try again: the invitation that somebody came from says whom it is for (SSO-025). */
function WayOn() {
  const kept = keptPath()
  const invitation = kept !== null && /^\/invitation\b/.test(kept) ? kept : null
  return (
    <>
      {invitation && (
        <p>
          Your invitation is still open. Only the e-mail that it was sent to can accept it: sign in with that account,
          or ask the person who invited you to invite your other e-mail.
        </p>
      )}
      <LinkButton href={invitation ?? '/login'} isBlock size="lg">
        {invitation ? 'Back to the invitation' : 'Back to sign in'}
      </LinkButton>
    </>
  )
}
