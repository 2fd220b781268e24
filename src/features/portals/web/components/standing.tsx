import { Alert } from '#ui/public/parts/alert.tsx'
import type { Portal } from '../use-portal.ts'

const WAITS = {
  pending_validation: 'Everything is complete. The portal opens after the platform has reviewed it.',
  processing: 'The portal is confirmed and is being set up. That takes a moment.',
} as const

/** What is missing before the portal opens, or who has to act now (PRT-029, PRT-033, ERR-039). */
export function Standing({ portal }: { portal: Portal }) {
  if (portal.flags.is_invalid)
    return (
      <Alert tone="warning" isLive title="Your portal is not open yet">
        Upload a logo and enter a company name to get started. Until it opens, you can change these settings and manage
        your subscription; everyone else reads that it is coming soon.
      </Alert>
    )
  if (portal.status === 'pending_validation' || portal.status === 'processing')
    return (
      <Alert tone="info" isLive title="Nearly there">
        {WAITS[portal.status]}
      </Alert>
    )
  return null
}
