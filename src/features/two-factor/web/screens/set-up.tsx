import { useState } from 'react'
import { showMe } from '#features/sessions/contract.ts'
import { signOut, takeRedirect } from '#features/sessions/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { TwoFactorSettings } from '../components/two-factor-settings.tsx'
import type { Standing } from '../standing.ts'
import styles from '../two-factor.module.css'

const hasFactor = ({ app_since, passkeys }: Standing) => app_since !== null || passkeys.length > 0

/** Sets up the second factor that a role needs; it can be put off while the days of grace last (AUT-067). */
export function SetUpScreen({ standing }: { standing: Standing }) {
  const api = useApi()
  const { viewer, portal } = useSession()
  const [isDone, setDone] = useState(hasFactor(standing))
  const isOverdue = viewer?.second_factor === 'overdue'
  const goOn = async () => location.assign(takeRedirect() ?? (await api.call(showMe)).data.landing_path)
  return (
    <CardPage
      title="Two-factor sign-in"
      isWide
      lead={
        standing.is_required
          ? `Your role at ${portal.name} needs a second step when you sign in. Set up an authenticator app or a passkey.`
          : 'A second step protects your account even if somebody learns your password.'
      }
    >
      <div className={styles.parts}>
        {standing.due_at && !isDone && (
          <Alert tone="warning">
            {isOverdue ? (
              'Set it up now. Everything else opens again once you have.'
            ) : (
              <>
                You have until <DateText value={standing.due_at} format="long" />. After that, nothing else opens before
                it is set up.
              </>
            )}
          </Alert>
        )}
        {isDone && (
          <Alert tone="success" isLive title="Two-factor sign-in is on">
            From now on you confirm each sign-in with it.
          </Alert>
        )}
        <TwoFactorSettings initial={standing} onChange={(next) => setDone(hasFactor(next))} />
        <div className={styles.buttons}>
          {isDone && (
            <Button size="lg" onClick={() => void goOn()}>
              Continue
            </Button>
          )}
          {!isDone && !isOverdue && (
            <Button variant="ghost" onClick={() => void goOn()}>
              Later
            </Button>
          )}
          {!isDone && isOverdue && (
            <Button variant="ghost" onClick={() => void signOut(api)}>
              Sign out
            </Button>
          )}
        </div>
      </div>
    </CardPage>
  )
}
