import { useEffect, useRef } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { finishSignOut } from '../../contract-signing.ts'
import styles from '../card.module.css'

/** Goes to the provider to sign out there too; back at the sign-in page afterwards. */
export function SignOutScreen() {
  const { mutate } = useCall(finishSignOut, {
    onSuccess: ({ data }) => location.replace(data.address ?? '/login'),
    onError: () => location.replace('/login'),
  })
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({})
  }, [mutate])
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1>Signing you out</h1>
        <p role="status">One moment, please.</p>
        <LinkButton href="/login" variant="outline" isBlock>
          Back to sign in
        </LinkButton>
      </div>
    </div>
  )
}
