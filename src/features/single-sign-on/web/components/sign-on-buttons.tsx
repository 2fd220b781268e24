import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { OrLine } from '#ui/public/site/card-page.tsx'
import { type signOnOptions, startSignOn } from '../../contract-signing.ts'
import styles from './sign-on-buttons.module.css'

type Options = Wire<typeof signOnOptions>['data']

/** A button for each provider, and the way back where the portal takes no passwords. */
export function SignOnButtons({ providers, password_sign_in: mode }: Options) {
  const start = useCall(startSignOn, { onSuccess: ({ data }) => location.assign(data.address) })
  const [chosen, setChosen] = useState<number>()
  if (providers.length === 0) return null
  return (
    <div className={styles.ways}>
      {start.isError && (
        <Alert tone="danger" isLive>
          {start.error.message}
        </Alert>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant={mode === 'off' ? 'primary' : 'outline'}
          size="lg"
          isBlock
          isLoading={start.isPending && chosen === id}
          disabled={start.isPending}
          onClick={() => {
            setChosen(id)
            start.mutate({ body: { provider_id: id } })
          }}
        >
          Continue with {name}
        </Button>
      ))}
      {mode !== 'on' && (
        <p className={styles.back}>
          Are you an administrator of this portal?{' '}
          <Anchor href="/sign-on/way-back">Get a sign-in link by e-mail</Anchor>
        </p>
      )}
      {mode !== 'off' && <OrLine>or with a password</OrLine>}
    </div>
  )
}
