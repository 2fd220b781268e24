import { useOnline } from '../hooks/use-online.ts'
import { IconUser, IconWifiOff } from '../icons.tsx'
import { Banner } from '../public/parts/alert.tsx'
import { Button } from '../public/parts/button.tsx'

/** Stands on every page while somebody works as another person, names that person and offers to return (AUT-021). */
export function ImpersonationBanner({
  name,
  onReturn,
  isReturning,
}: {
  name: string
  onReturn: () => void
  isReturning?: boolean
}) {
  return (
    <Banner
      tone="warning"
      icon={IconUser}
      label="Working as someone else"
      action={
        <Button size="sm" variant="outline" isLoading={isReturning} onClick={onReturn}>
          Return to my account
        </Button>
      }
    >
      You are working as <strong>{name}</strong>.
    </Banner>
  )
}

/** Says that the browser is offline, for as long as it is (RTM-008); it is read aloud when it appears. */
export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <Banner tone="danger" icon={IconWifiOff} label="Offline">
          You are offline. Forms cannot be saved now; your learning progress is kept and sent later.
        </Banner>
      )}
    </div>
  )
}
