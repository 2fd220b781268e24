import { useEffect, useRef } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CardPage } from '#ui/public/site/card-page.tsx'
import { finishSignOut } from '../../contract-signing.ts'

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
    <CardPage title="Signing you out" lead={<span role="status">One moment, please.</span>}>
      <LinkButton href="/login" variant="outline" isBlock>
        Back to sign in
      </LinkButton>
    </CardPage>
  )
}
