import { displayName } from '#kernel/text.ts'
import { useCall, useSession } from '#ui/api.tsx'
import { Banner } from '#ui/public/alert.tsx'
import { Button } from '#ui/public/button.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { endImpersonation } from '../../contract.ts'

/** Names the impersonated person on every page and offers to return (AUT-021). */
export function ImpersonationBanner() {
  const { viewer } = useSession()
  const end = useCall(endImpersonation, {
    onSuccess: ({ data }) => location.assign(data.landing_path),
    onError: (error) => void toast.error(error),
  })
  if (!viewer?.impersonator_id) return null
  const back = (
    <Button size="sm" variant="outline" isLoading={end.isPending} onClick={() => end.mutate({})}>
      Return to your account
    </Button>
  )
  return (
    <Banner tone="warning" label="Impersonation" action={back}>
      You are working as <strong>{displayName(viewer)}</strong>.
    </Banner>
  )
}
