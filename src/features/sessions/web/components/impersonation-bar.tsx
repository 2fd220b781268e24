import type { PageViewer } from '#kernel/access/session.ts'
import { displayName } from '#kernel/text.ts'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toast.ts'
import { Banner } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { endImpersonation } from '../../contract.ts'

/** The strip itself; its file is loaded only while somebody is impersonated. */
export function ImpersonationBar({ viewer }: { viewer: PageViewer }) {
  const end = useCall(endImpersonation, {
    onSuccess: ({ data }) => location.assign(data.landing_path),
    onError: (error) => void toast.error(error),
  })
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
